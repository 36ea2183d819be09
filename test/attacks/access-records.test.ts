import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstPrevious, recordHash } from '../../workers/audit/access-record.ts';
import type { Dump } from '../support/assertions/inspect-storage.ts';
import type { Observed } from '../support/assertions/observed-objects.ts';
import { readableValues } from '../support/assertions/readable-values.ts';
import { grantSignIn } from '../support/fixtures/grants.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { administer, readAudit, sendPeopleRequest } from '../support/requests/operator-requests.ts';
import { plid as run } from '../support/world/command.ts';
import { startProxy } from '../support/world/http-proxy.ts';
import { testFolder } from '../support/world/isolation.ts';
import { applications, serviceSecrets } from '../support/world/test-settings.ts';
import { control } from '../support/world/test-workers.ts';
import { useWorld } from '../support/world/use-world.ts';

// `plid-admin audit verify` measures with this machine's clock, and other files move the clock of a shared world.
const world = useWorld({ half: 'service', own: true });
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
});
afterAll(() => proxy?.close());

const records = (): Observed => world.durableObjects.ACCESSRECORDS.getByName('service');

/** `plid-admin audit …`. */
const audit = (...words: string[]) =>
  run(['audit', ...words, '--url', proxy.url], { env: { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN } });

/** Five records of accesses, and an export of them that the operator keeps elsewhere. */
async function exported(): Promise<string> {
  for (let count = 1; count <= 5; count += 1)
    await sendPeopleRequest(world, 'show', { plid: randomUUID(), reason: `ticket ${count}` });
  const { code, stdout } = await audit('export');
  expect(code).toBe(0);
  const file = path.join(mkdtempSync(path.join(testFolder(), 'export-')), 'records.jsonl');
  writeFileSync(file, stdout);
  return file;
}

interface Row {
  sequence: number;
  at: number;
  record: string;
  hash: string;
  [name: string]: SqlStorageValue;
}

/** Changes the stored rows, as an attacker who can deploy code to the objects' worker. */
async function tamper(change: (rows: Row[]) => Row[] | Promise<Row[]>): Promise<void> {
  const dump: Dump = await records().dump();
  const rows = await change(dump.rows.records as Row[]);
  await records().restore({ ...dump, rows: { ...dump.rows, records: rows } });
}

/** Computes all hashes again, as an attacker who knows how. */
async function rechain(rows: Row[]): Promise<Row[]> {
  const chained: Row[] = [];
  let previous = firstPrevious;
  for (const [index, row] of rows.entries()) {
    const sequence = index + 1;
    const content = { ...JSON.parse(row.record), sequence, previous };
    const record = JSON.stringify(content, Object.keys(content).sort());
    const hash = await recordHash(record);
    chained.push({ ...row, sequence, record, hash });
    previous = hash;
  }
  return chained;
}

const edited = (row: Row, changes: object): Row => ({
  ...row,
  record: JSON.stringify({ ...JSON.parse(row.record), ...changes }),
});

describe('tampering with stored access records', () => {
  let file = '';
  beforeEach(async () => {
    await records()
      .wipe()
      .catch(() => undefined);
    file = await exported();
  });

  test('is not reported for unchanged records', async () => {
    const { code, stdout } = await audit('verify', '--against', file);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/The chain is intact from record 1 to \d+/)]);
    expect(stdout).toMatch(/(\d+) of the file's \1 records are still stored, and unchanged/);
  });

  const attacks: [string, (rows: Row[]) => Row[], RegExp][] = [
    [
      'a changed record',
      (rows) => rows.map((row, index) => (index === 1 ? edited(row, { operator: 'lee' }) : row)),
      /Record 2 was changed or forged/,
    ],
    [
      'a record removed from the middle',
      (rows) => rows.filter((_, index) => index !== 2),
      /Record 3 is missing/,
    ],
    [
      'several records removed from the middle',
      (rows) => rows.filter((_, index) => ![1, 2].includes(index)),
      /Records 2 to 3 are missing/,
    ],
    [
      'a forged record at the next sequence',
      (rows) => {
        const last = rows.at(-1) as Row;
        const forged = edited(last, { sequence: last.sequence + 1, previous: last.hash, operator: 'lee' });
        return [...rows, { ...forged, sequence: last.sequence + 1 }];
      },
      /Record \d+ was changed or forged/,
    ],
    [
      'a record replaced by another one with a correct hash of its own',
      (rows) => rows.map((row, index) => (index === 2 ? { ...(rows[1] as Row), sequence: 3 } : row)),
      /Record 2 occurs more than once/,
    ],
  ];

  test.each(attacks)('%s is found without an export', async (_, change, fault) => {
    await tamper(change);
    const { code, stderr } = await audit('verify');
    expect([code, stderr]).toEqual([1, expect.stringMatching(fault)]);
  });

  const recomputed: [string, (rows: Row[]) => Row[], RegExp][] = [
    [
      'a changed record',
      (rows) => rows.map((row, index) => (index === 1 ? edited(row, { operator: 'lee' }) : row)),
      /Record 2 differs from the file/,
    ],
    ['a removed record', (rows) => rows.filter((_, index) => index !== 2), /Record 3 differs from the file/],
    [
      'a record inserted with a fitting sequence',
      (rows) => [...rows.slice(0, 3), edited(rows[2] as Row, { operator: 'lee' }), ...rows.slice(3)],
      /Record 4 differs from the file/,
    ],
    [
      'a cut end',
      (rows) => rows.slice(0, 3),
      /The server has 5 records, but there were 6 .* the end was cut/,
    ],
    ['deletion of all records', () => [], /The server has 2 records, but there were 6/],
  ];

  test.each(recomputed)('%s with all hashes recomputed is found with an export', async (_, change, fault) => {
    await tamper((rows) => rechain(change(rows)));
    expect((await audit('verify')).code).toBe(0);
    const { code, stderr } = await audit('verify', '--against', file);
    expect([code, stderr]).toEqual([1, expect.stringMatching(fault)]);
  });

  test('a cut end is found with the count and head of a summary', async () => {
    const summary = await audit('summary', '--json');
    writeFileSync(file, summary.stdout);
    expect((await audit('verify', '--against', file)).code).toBe(0);
    await tamper((rows) => rechain(rows.slice(0, 3)));
    const { code, stderr } = await audit('verify', '--against', file);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/the end was cut/)]);
  });

  test('records deleted from the beginning before their time are found with an export', async () => {
    const dump: Dump = await records().dump();
    const [first, ...others] = dump.rows.records as Row[];
    const anchor = [{ id: 1, sequence: 1, hash: first?.hash ?? '' }];
    await records().restore({ ...dump, rows: { ...dump.rows, records: others, anchor } });
    expect((await audit('verify')).code).toBe(0);
    const { code, stderr } = await audit('verify', '--against', file);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/Record 1 was deleted before its 365 days were over/),
    ]);
  });

  test('an export without its last line is refused', async () => {
    const { stdout } = await audit('export');
    writeFileSync(file, stdout.trimEnd().split('\n').slice(0, -1).join('\n'));
    const { code, stderr } = await audit('verify', '--against', file);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/isn't a complete export or summary/)]);
  });
});

describe('an operator', () => {
  const tokens = {
    people: '1123456789abcdef'.repeat(4),
    applications: '2123456789abcdef'.repeat(4),
    audit: '3123456789abcdef'.repeat(4),
  };
  const ADMIN_TOKEN = `lee@people:${tokens.people},choi@applications:${tokens.applications},park@audit:${tokens.audit}`;
  const scoped = useWorld({
    half: 'service',
    overrides: {
      'plid-service-people': { secrets: { ADMIN_TOKEN } },
      'plid-service-applications': { secrets: { ADMIN_TOKEN } },
    },
  });
  const as = (token: string) => ({ Authorization: `Bearer ${token}` });
  const read = (token: string) => scoped.fetch(`${scoped.service}/admin/audit`, { headers: as(token) });

  test('with a token for people or applications cannot read the records', async () => {
    for (const token of [tokens.people, tokens.applications]) expect((await read(token)).status).toBe(401);
    const answer = await read(tokens.audit);
    expect(await answer.json()).toMatchObject({ records: [{ operator: 'park@audit', sequence: 1 }] });
  });

  test('with a token for the records cannot read anything else', async () => {
    const named = { plid: randomUUID() };
    for (const what of ['show', 'erase'] as const)
      expect((await sendPeopleRequest(scoped, what, named, as(tokens.audit))).status).toBe(401);
    const headers = as(tokens.audit);
    expect((await administer(scoped, 'GET', '', { headers })).status).toBe(401);
  });

  test.each(['PUT', 'POST', 'PATCH', 'DELETE'])('cannot change a record with %s', async (method) => {
    const headers = as(tokens.audit);
    expect((await scoped.fetch(`${scoped.service}/admin/audit`, { method, headers })).status).toBe(405);
  });
});

test.each(['show', 'erase'] as const)(
  '%s with a phone number in the reason is refused unrecorded',
  async (what) => {
    const before = (await readAudit(world)).head.sequence;
    for (const reason of ['call 010-1234-5678', '01012345678', '０１０１２３４５６７８'])
      expect((await sendPeopleRequest(world, what, { plid: randomUUID(), reason })).status).toBe(400);
    expect((await readAudit(world)).head.sequence).toBe(before + 1);
  },
);

test('the stored records contain no number, name, ci, or plid', async () => {
  const { phoneNo, name } = await newSubscriber(world);
  const { plid } = await grantSignIn(world);
  await sendPeopleRequest(world, 'show', { phoneNo });
  await sendPeopleRequest(world, 'show', { plid });
  await sendPeopleRequest(world, 'erase', { phoneNo });
  await sendPeopleRequest(world, 'erase', { plid });
  await administer(world, 'GET', `/${applications.shop.client_id}/events`);
  const { stored } = await records().atRest();
  expect(stored).toContain('people erase');
  const secrets = [phoneNo, name, plid, plid.replaceAll('-', '')];
  expect(readableValues(secrets, [{ name: 'the records', bytes: Buffer.from(stored) }])).toEqual([]);
  expect(stored).not.toMatch(/\p{Script=Hangul}|[0-9a-f]{8}-[0-9a-f]{4}-/u);
});

describe('if the record cannot be written', () => {
  const failing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await records().failAlone('bug');
    return work().finally(() => records().failAlone(undefined));
  };

  test('nothing is shown', async () => {
    const { plid } = await grantSignIn(world);
    const { phoneNo } = await newSubscriber(world);
    for (const named of [{ plid }, { phoneNo }]) {
      const response = await failing(() => sendPeopleRequest(world, 'show', named));
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(await response.json()).toEqual({
        error: 'server_error',
        message: 'This access could not be recorded, so nothing was returned or changed. Try again later.',
      });
    }
  });

  test('nothing is erased', async () => {
    const { plid } = await grantSignIn(world);
    expect((await failing(() => sendPeopleRequest(world, 'erase', { plid }))).status).toBe(503);
    expect(await (await sendPeopleRequest(world, 'show', { plid })).json()).toMatchObject({
      stored: true,
      consents: [{}],
    });
  });

  test('no events are listed or sent again, and no records are read', async () => {
    const { client_id } = applications.shop;
    const statuses = await failing(async () => [
      (await administer(world, 'GET', `/${client_id}/events`)).status,
      (await administer(world, 'POST', `/${client_id}/events/resend`, { body: {} })).status,
      (
        await world.fetch(`${world.service}/admin/audit`, {
          headers: { Authorization: `Bearer ${serviceSecrets.ADMIN_TOKEN}` },
        })
      ).status,
    ]);
    expect(statuses).toEqual([503, 503, 503]);
  });
});

describe("during an upgrade, while the objects' worker has no access records", () => {
  const ACCESS_RECORDS = control;
  const upgrading = useWorld({
    half: 'service',
    overrides: {
      'plid-service-people': { bindingOverrides: { ACCESS_RECORDS } },
      'plid-service-applications': { bindingOverrides: { ACCESS_RECORDS } },
    },
  });

  test('nothing is shown or erased', async () => {
    const { plid } = await grantSignIn(upgrading);
    for (const what of ['show', 'erase'] as const) {
      const answer = await sendPeopleRequest(upgrading, what, { plid });
      expect([answer.status, await answer.json()]).toMatchObject([
        503,
        { message: expect.stringMatching(/^This access could not be recorded/) },
      ]);
    }
    const path = `/${applications.shop.client_id}/events`;
    expect((await administer(upgrading, 'GET', path)).status).toBe(503);
  });
});
