import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { disclosureShardOf, sealDisclosure } from '../../workers/service/objects/disclosure-index.ts';
import {
  affectedPage,
  affectedUsers,
  always,
  disclosed,
  disclosureKeys,
  filledRow,
  fillIndex,
  indexObject,
  indexWritten,
  reason,
} from '../support/fixtures/affected-users.ts';
import { sendPeopleRequest } from '../support/requests/operator-requests.ts';
import { requestDisconnect } from '../support/requests/service-requests.ts';
import { applications } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const { shop, bank } = applications;
const day = 86_400;

describe('a row of the index that an attacker with access to storage has moved', () => {
  test("isn't listed as another user or for another application", async () => {
    const victim = await disclosed(world);
    const victimShard = await disclosureShardOf({ plid: victim, client_id: shop.client_id });
    const shardAtBank = (plid: string) => disclosureShardOf({ plid, client_id: bank.client_id });
    let atBank = await disclosed(world, {}, bank);
    while ((await shardAtBank(atBank)) === victimShard) atBank = await disclosed(world, {}, bank);
    await indexWritten(world, victim);
    await indexWritten(world, atBank);
    const [from, to] = [await indexObject(world, atBank, bank.client_id), await indexObject(world, victim)];
    const found = (await from.dump()).rows.disclosures ?? [];
    const { sealed, application: ofBank } = found.at(-1) ?? {};
    const dump = await to.dump();
    const rows = dump.rows.disclosures ?? [];
    const replaced = rows.map((row) => ({ ...row, sealed: sealed ?? null }));
    await to.restore({ ...dump, rows: { ...dump.rows, disclosures: replaced } });
    const page = await affectedPage(world);
    const plids = page.people.map(({ plid }) => plid);
    expect(sealed).toMatch(/^eyJ/);
    expect(page.unreadable).toBe(rows.filter(({ application }) => application !== ofBank).length);
    expect(plids).not.toContain(atBank);
    expect(plids).not.toContain(victim);
    await to.restore(dump);
    expect((await affectedUsers(world)).has(victim)).toBe(true);
  });

  test("isn't replaced by an older one that arrives late", async () => {
    const [plid, { client_id }] = [randomUUID(), bank];
    const object = await indexObject(world, plid, client_id);
    const put = (revision: number, ended?: number) =>
      sealDisclosure(
        disclosureKeys,
        { plid, client_id, first: 1, last: 1, attributes: ['ci'], ...(ended && { ended }) },
        revision,
      );
    const at = await world.clock.now();
    const index = object as unknown as { put(writes: object[], key: string, at: number): Promise<void> };
    await index.put([await put(2, at)], 'test:0', at);
    await index.put([await put(1)], 'test:0', at);
    expect((await affectedUsers(world, { client_id })).get(plid)).toMatchObject({ ended: at });
  });
});

describe('the list of affected users', () => {
  const [forApplications, forPeople] = ['1123456789abcdef'.repeat(4), '2123456789abcdef'.repeat(4)];
  const secrets = { ADMIN_TOKEN: `kim@applications:${forApplications},lee@people:${forPeople}` };
  const scoped = useWorld({ half: 'service', overrides: { 'plid-service-people': { secrets } } });
  const query = { client_id: shop.client_id, ...always, reason };

  test('needs a token of the right scope, and a reason', async () => {
    const statusOf = async (
      what: 'affected' | 'affected/reseal',
      body: object,
      headers: Record<string, string>,
    ) => (await sendPeopleRequest(scoped, what, body, headers)).status;
    const as = (token: string) => ({ Authorization: `Bearer ${token}` });
    for (const what of ['affected', 'affected/reseal'] as const) {
      const body = what === 'affected' ? query : {};
      expect(await statusOf(what, body, { Authorization: '' })).toBe(401);
      expect(await statusOf(what, body, as('3'.repeat(64)))).toBe(401);
      expect(await statusOf(what, body, as(forApplications))).toBe(401);
      expect(await statusOf(what, body, as(forPeople))).toBe(200);
    }
    for (const refused of [undefined, 'call 01012345678'])
      expect(await statusOf('affected', { ...query, reason: refused }, as(forPeople))).toBe(400);
  });

  test("isn't continued with a cursor that is forged or belongs to another list", async () => {
    await fillIndex(world, 1_300);
    const { cursor = '', people } = await affectedPage(world);
    expect(people.length).toBeGreaterThanOrEqual(1_000);
    const refused = async (fields: object) => {
      const response = await sendPeopleRequest(world, 'affected', { ...query, cursor, ...fields });
      return [response.status, /cursor/.test(await response.text())];
    };
    expect(await refused({ client_id: bank.client_id })).toEqual([400, true]);
    expect(await refused({ since: 5 })).toEqual([400, true]);
    expect(await refused({ until: 5 })).toEqual([400, true]);
    expect(await refused({ cursor: `${cursor.slice(0, -3)}AAA` })).toEqual([400, true]);
    const reseal = await (await sendPeopleRequest(world, 'affected/reseal', {})).json<{ cursor: string }>();
    expect(await refused({ cursor: reseal.cursor })).toEqual([400, true]);
    await world.clock.advance(3_601);
    expect(await refused({})).toEqual([400, true]);
  });
});

describe('a user who has disconnected or left', () => {
  test.each([
    ['disconnect', async (plid: string) => void (await requestDisconnect(world, { plid }))],
    ['erasure', async (plid: string) => void (await sendPeopleRequest(world, 'erase', { plid }))],
  ])(
    'stays listed after %s until the notice period ends, and is then erased from storage',
    async (_, end) => {
      const plid = await disclosed(world);
      await indexWritten(world, plid);
      const stored = async () => (await (await indexObject(world, plid)).atRest()).stored;
      const name = (await sealDisclosure(disclosureKeys, { ...filledRow, plid }, 1)).row.name;
      const ended = await world.clock.now();
      await end(plid);
      await world.clock.advance(1);
      await world.settled();
      const listed = async () => (await affectedUsers(world)).get(plid);
      await expect.poll(listed).toMatchObject({ plid, ended });
      await world.clock.advance(90 * day - 60);
      await world.settled();
      expect(await listed()).toMatchObject({ plid, ended });
      expect(await stored()).toContain(name);
      await world.clock.advance(120);
      expect(await listed()).toBeUndefined();
      await world.settled();
      await expect.poll(stored).not.toContain(name);
    },
  );

  test('stays listed while connected, however long ago the last disclosure was', async () => {
    const plid = await disclosed(world);
    await indexWritten(world, plid);
    await world.clock.advance(400 * day);
    await world.settled();
    expect((await affectedUsers(world)).has(plid)).toBe(true);
  });
});
