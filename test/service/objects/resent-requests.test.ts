import { expect, test } from 'vitest';
import { replacedBy } from '../../../workers/service/objects/decide-request.ts';
import type { RequestRow } from '../../../workers/service/objects/phone-tables.ts';

const at = 1_800_000_000;
const about = { client_id: 'shop', sign_in: 'one' };
/** The request that a known browser has sent in the same sign-in. */
const row: RequestRow = {
  ...about,
  ...{
    id: 'a',
    caller: 'browser',
    known: 1,
    status: 'sent',
    sent: at - 60,
    expires: at + 600,
    network: null,
  },
  ...{ denial_cause: null, replaced_other: 0, resends: 0, carrier_id: 'S a' },
};
const earlierOf = (known: boolean, changes: Partial<RequestRow> = {}) =>
  replacedBy({
    ...{
      requests: [{ ...row, ...changes }],
      caller: { caller: 'browser', known },
      block: 0,
      at,
      limit: 5,
      about,
    },
  }).earlier?.id;

test.each([
  ['counts once for a known browser', true, {}, 'a'],
  ['counts again if the browser is no longer known', false, {}, undefined],
  ['counts again if the browser was unknown at first', true, { known: 0 }, undefined],
  ['counts again in another sign-in', true, { sign_in: 'two' }, undefined],
  ['counts again after an answer', true, { status: 'denied' as const }, undefined],
  ['counts again after three repetitions', true, { resends: 3 }, undefined],
])('a request that is sent again %s', (_, known, changes, earlier) => {
  expect(earlierOf(known, changes)).toBe(earlier);
});
