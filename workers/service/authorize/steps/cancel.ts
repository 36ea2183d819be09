import { keepSignIn } from '../sign-in/sign-in-cookie.ts';
import { backWithError } from './redirect.ts';
import type { Step } from './step.ts';

/**
 * Ends a sign-in without a code, because the person or their phone said no, or because it is over anyway: back to the
 * application (RFC 6749 §4.1.2.1). Whoever uses the browser next can't go on with it.
 */
export async function cancel({ context, signIn, redirect_uri, language }: Step): Promise<Response> {
  const { state, granted } = signIn;
  const cookies = granted === undefined ? [await keepSignIn(context, { ...signIn, cancelled: true })] : [];
  return backWithError({ redirect_uri, state }, 'access_denied', language, cookies);
}
