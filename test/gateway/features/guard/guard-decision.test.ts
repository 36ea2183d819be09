import { expect, test } from 'vitest';
import type { Session } from '../../../../packages/plid/gateway/session.ts';
import { decide } from '../../../../workers/gateway/features/guard/guard-decision.ts';
import { sessionRead } from '../../../../workers/gateway/sessions/unread-session.ts';

const origin = 'https://shop.example.com';
const policy = { GATEWAY_ORIGIN: origin, TRUSTED_ORIGINS: [], PUBLIC_PATHS: [], PREFLIGHTS: 'Y' } as const;
const session: Session = {
  user: { plid: 'p', autoLoginYn: 'N', autoStatusCheck: 'N' },
  created: 1_000_000_000,
  expires: 1_000_043_200,
};
const decisionOn = async (reading: Promise<Session | null>) => {
  const request = new Request(`${origin}/orders`);
  return decide(request, new URL(request.url), await sessionRead(reading), policy);
};

test.each<[string, Session]>([
  ['a session', session],
  ['a stale copy of a session, while the object of its user fails', { ...session, stale: true }],
])('the guard admits %s', async (_, admitted) => {
  expect(await decisionOn(Promise.resolve(admitted))).toBe('forward');
});

test('the guard refuses a request whose session can’t be read with the failure itself', async () => {
  const failure = new Error('The object is down.');
  const decision = await decisionOn(Promise.reject(failure));
  expect(() => decision !== 'forward' && decision.refuse()).toThrow(failure);
});

test.each([
  [
    'of a trusted origin reaches the login: it lacks only a session',
    ['https://pay.example.com'],
    'no_session',
  ],
  ['of any other origin is refused as such', ['https://other.example.com'], 'cross_origin'],
])('a request without a session from a page %s', async (_, TRUSTED_ORIGINS, error) => {
  const request = new Request(`${origin}/orders`, {
    method: 'POST',
    headers: { Origin: 'https://pay.example.com', 'Sec-Fetch-Site': 'cross-site' },
  });
  const read = await sessionRead(Promise.resolve(null));
  const decision = decide(request, new URL(request.url), read, { ...policy, TRUSTED_ORIGINS });
  expect(() => decision !== 'forward' && decision.refuse()).toThrow(error);
});
