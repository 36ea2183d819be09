import { expect, test } from 'vitest';
import type { Session } from '../../../packages/plid/gateway/session.ts';
import { guard } from '../../../workers/gateway/single-worker/guard.ts';

const session: Session = {
  user: { plid: 'p', autoLoginYn: 'N', autoStatusCheck: 'N' },
  created: 1_000_000_000,
  expires: 1_000_043_200,
};

test.each<[string, Session]>([
  ['a session', session],
  ['a stale copy of a session, while the object of its user fails', { ...session, stale: true }],
])('the guard of a single Worker admits %s', async (_, admitted) => {
  const request = new Request('https://shop.example.com/orders');
  const admission = { request, url: new URL(request.url), env: {}, session: admitted };
  expect(await guard().admit?.(admission, {} as ExecutionContext)).toBeUndefined();
});
