import { expect, test } from 'vitest';
import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { accessRecordsOf } from '../../../workers/gateway/single-worker/people.ts';
import { inMemory } from '../support/objects-in-memory.ts';
import { userSignIn } from '../support/user-sign-in.ts';

const day = 86_400;
const now = 1_800_000_000;

/** A gateway with settings of its own, and its objects. */
function gatewayWith(settings: { RETENTION_DAYS: number; ACCESS_RECORD_DAYS: number }) {
  const gateway = createGateway({ settings });
  const classes = { User: gateway.User, AccessRecords: accessRecordsOf(gateway) };
  return inMemory(classes, () => ({ RETENTION_DAYS: '1', ACCESS_RECORD_DAYS: '1' }));
}

const first = gatewayWith({ RETENTION_DAYS: 30, ACCESS_RECORD_DAYS: 400 });
const second = gatewayWith({ RETENTION_DAYS: 900, ACCESS_RECORD_DAYS: 800 });

test.each([
  ['first', first, 30, 400],
  ['second', second, 900, 800],
])('of two gateways in one script, the %s one keeps its own settings', async (_, ask, users, records) => {
  const session = { id: 's', agent: 'Chrome', autoLoginYn: 'N', autoStatusCheck: 'N', created: now };
  const number = { plid: 'p', index: null };
  const opening = {
    ...userSignIn,
    revision: undefined,
    number,
    session: { ...session, expires: now + 1_000 * day },
  };
  await ask('User', 'p', 'signIn', opening, now);
  await ask('User', 'p', 'logOut', 's', 'this', now);
  expect(ask.alarmOf('User', 'p')).toBe((now + users * day) * 1_000);
  const page = await ask('AccessRecords', 'gateway', 'page', { after: 0, since: 0 });
  expect(page).toMatchObject({ days: records });
});
