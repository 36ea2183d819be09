import { expect, test } from 'vitest';
import { listAffectedUsers } from '../../../../workers/service/features/affected-users/affected-users.ts';
import { resealDisclosures } from '../../../../workers/service/features/affected-users/reseal-disclosures.ts';
import { sealDisclosure } from '../../../../workers/service/objects/disclosure-index.ts';
import type { DisclosureRow } from '../../../../workers/service/objects/disclosure-tables.ts';
import { undeliveredEventKey } from '../../../../workers/service/objects/undelivered-events.ts';
import { listUndelivered } from '../../../../workers/service/operator/applications/redeliver-events.ts';
import { applications, serviceKeys } from '../../../support/world/test-settings.ts';

const { client_id } = applications.shop;
const now = 1_800_000_000;

/** An index of disclosures that is never read to its end. @param row each of its rows. */
function endlessIndex(row: DisclosureRow) {
  const asked: number[] = [];
  const rows = (limit: number) => {
    asked.push(limit);
    return Array.from({ length: limit }, () => row);
  };
  const object = {
    page: async (_application: string, _after: string, limit: number) => rows(limit),
    rows: async (_after: object, limit: number) => rows(limit),
    put: async () => undefined,
    state: async () => undefined,
  };
  const env = {
    KEYS: serviceKeys,
    DISCLOSURE_KEY: serviceKeys,
    LOCATION_HINT: undefined,
    DISCLOSURES: { idFromName: String, get: () => object },
  };
  return { asked, env: env as unknown as Parameters<typeof listAffectedUsers>[0]['env'] };
}

const value = { plid: 'a plid', client_id, first: 1, last: 2, attributes: ['ci'] };
const query = { client_id, since: 0, until: 9 };

test('a page of affected users ends after 1,000 users', async () => {
  const { row } = await sealDisclosure(serviceKeys, value, 1);
  const { asked, env } = endlessIndex(row);
  const page = await listAffectedUsers({ env, now }, query, undefined);
  expect([asked, page.people.length, page.unreadable]).toEqual([[1_000], 1_000, 0]);
  expect(page.cursor).toEqual(expect.any(String));
});

test('a page of affected users ends after 5,000 rows that cannot be read', async () => {
  const { row } = await sealDisclosure(serviceKeys, value, 1);
  const { asked, env } = endlessIndex({ ...row, sealed: 'unreadable' });
  const page = await listAffectedUsers({ env, now }, query, undefined);
  expect([asked, page.people.length, page.unreadable]).toEqual([Array(5).fill(1_000), 0, 5_000]);
  expect(page.cursor).toEqual(expect.any(String));
});

test('the index of disclosures is re-encrypted 1,000 rows at a time', async () => {
  const { row } = await sealDisclosure(serviceKeys, value, 1);
  const { asked, env } = endlessIndex({ ...row, sealed: 'unreadable' });
  expect(await resealDisclosures({ env, now }, undefined)).toMatchObject({ resealed: 0, unreadable: 1_000 });
  expect(asked).toEqual([1_000]);
});

test('undelivered events are listed 100 at a time', async () => {
  const asked: object[] = [];
  const list = async (options: object) => {
    asked.push(options);
    return { keys: [], list_complete: true };
  };
  const env = { KEYS: serviceKeys, APPLICATIONS: { list } } as never;
  expect(await listUndelivered(env, client_id, undefined, now)).toEqual({ events: [], cursor: undefined });
  expect(asked).toEqual([{ prefix: undeliveredEventKey(client_id), limit: 100, cursor: null }]);
});
