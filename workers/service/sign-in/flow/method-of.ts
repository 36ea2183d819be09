import type { SignInContext, SignInMethod } from './sign-in-context.ts';

/** Returns the approval method of a sign-in, or undefined before a request and after the sign-in's end. */
export function methodOf({ signIn, methods }: SignInContext): SignInMethod | undefined {
  const { stage } = signIn;
  if (stage.at === 'unregistered') return methods[0];
  return 'method' in stage ? methods.find(({ name }) => name === stage.method) : undefined;
}
