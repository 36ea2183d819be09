import type { WireExchange } from './gateway-client.ts';

/** A step of a sign-in, as the shop explains it. */
export interface SignInStep extends Pick<WireExchange, 'request' | 'response'> {
  heading: 'step_authorize' | 'step_code' | 'step_token' | 'step_user';
}

/**
 * Returns a user's latest sign-in, traced back from the user record to the token, the code, and the authorization
 * request. Steps that are no longer stored are omitted. An automatic login has no separate code step, because the
 * authorization request itself returns the code.
 */
export function latestSignIn(exchanges: readonly WireExchange[], plid: string): SignInStep[] {
  const user = exchanges.findLast(({ step, body }) => step === 'user' && body?.user?.plid === plid);
  const bearer = /^Authorization: bearer +(\S+)$/im.exec(user?.request ?? '')?.[1];
  const token = exchanges.findLast(({ body }) => bearer !== undefined && body?.access_token === bearer);
  const code = token?.parameters.code;
  const callback = exchanges.findLast(
    (exchange) => code !== undefined && returned(exchange, 'code') === code,
  );
  const state = callback && returned(callback, 'state');
  const begun = exchanges.findLast(
    ({ step, parameters }) => step === 'authorize' && state !== undefined && parameters.state === state,
  );
  const steps = [
    ['step_authorize', begun],
    ['step_code', callback === begun ? undefined : callback],
    ['step_token', token],
    ['step_user', user],
  ] as const;
  return steps.flatMap(([heading, exchange]) => (exchange === undefined ? [] : [{ ...exchange, heading }]));
}

/** Returns a callback parameter from a redirect. */
const returned = ({ location = '' }: WireExchange, name: string): string | undefined =>
  URL.canParse(location) ? (new URL(location).searchParams.get(name) ?? undefined) : undefined;
