import { expect, test } from 'vitest';
import { readUserData } from '../../../../workers/service/operator/people/stored-user-data.ts';
import { serviceKeys } from '../../../support/world/test-settings.ts';

const plid = '0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01';
const registrationOf = async (registration: object) => {
  const found = {
    ...{ named: { plid }, plid, subject: undefined, account: undefined, phone: 'a phone' },
    number: { registration, requests: [] },
  };
  const context = { env: { KEYS: serviceKeys }, now: 1_800_000_000, log() {} } as never;
  return (await readUserData(context, found as never)).registration;
};

test.each([
  [
    { plid, since: 5, carrier: 'S', reused: 9 },
    { status: 'registered', since: 5, telcoCd: 'S', reused: 9 },
  ],
  [
    { plid, since: 5, carrier: 'S', reused: 0 },
    { status: 'registered', since: 5, telcoCd: 'S', reused: 0 },
  ],
  [
    { plid, since: 5 },
    { status: 'registered', since: 5 },
  ],
  [{ since: 5 }, { status: 'ended', since: 5 }],
])('the registration %j is shown as %j', async (registration, shown) => {
  expect(await registrationOf(registration)).toStrictEqual(shown);
});
