import type { SignInContext } from './sign-in-context.ts';

/** Returns the name of the page that an approval method shows before the code of this sign-in, if any. */
export const pageBeforeCode = (context: SignInContext): string | undefined =>
  context.methods.map((method) => method.pageBeforeCode?.(context)).find((page) => page !== undefined);
