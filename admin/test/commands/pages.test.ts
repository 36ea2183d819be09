import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plid } from '../../../test/support/world/command.ts';
import { defaultFields } from '../../../workers/service/registry/application-fields.ts';
import { findChainFaults } from '../../audit/verify-chain.ts';
import { AdminApi } from '../../cli/admin-api.ts';
import { PageServer } from './support/page-server.ts';

const server = new PageServer();
beforeAll(() => server.open());
afterAll(() => server.close());
beforeEach(() => {
  [server.calls, server.pages] = [[], []];
});

const env = { PLID_ADMIN_TOKEN: 'a token' };
const run = (...words: string[]) => plid([...words, '--url', server.url], { env });
const paths = () => server.calls.map(({ method, path }) => `${method} ${path}`);
const client_id = 'demoshop000000000001';
const cursor = 'a+b/c=&d e';
const encoded = encodeURIComponent(cursor);

const termsOfNone = { recipient: '', purpose: '', retention: '', privacy_url: '' };
const application = (id: string) => ({
  ...{
    ...defaultFields(),
    client_id: id,
    name: `Shop ${id}`,
    redirect_uris: [],
    attributes: [],
    ...termsOfNone,
    created: 0,
    version: 1,
  },
  secrets: [{ id: 's1', created: 0, sealed: 'current' }],
});
const change = (version: number) => ({ version, at: 0, action: 'updated', token: 'kim', fields: ['name'] });
const event = (jti: string) => ({ jti, plid: 'p', type: 'account-purged', at: 0, status: 'refused' });
const user = (name: string, first = 60) => ({ plid: name, first, last: 120, attributes: ['ci'] });
const affected = (...people: object[]) => ({ people, missing_keys: [], unreadable: 0, started: 0 });
const digest = (word: string) => createHash('sha256').update(word).digest('hex');
const record = (sequence: number) => ({
  ...{ sequence, at: 0, operator: 'kim', action: 'people show', people: ['a', 'b', 'c'] },
  ...{ request: 'x', previous: digest('x'), hash: digest(`h${sequence}`) },
});
const audit = {
  anchor: { sequence: 0, hash: digest('x') },
  head: { sequence: 2, hash: digest('h2') },
  days: 730,
};

describe('a command reads every page of', () => {
  const base = `/admin/applications`;
  const kinds: [words: string[], pages: object[], called: string[], shown: string[]][] = [
    [
      ['applications', 'list'],
      [{ applications: [application('one')], cursor }, { applications: [application('two')] }],
      [`GET ${base}`, `GET ${base}?cursor=${encoded}`],
      ['Shop one', 'Shop two'],
    ],
    [
      ['applications', 'export'],
      [{ applications: [application('one')], cursor }, { applications: [application('two')] }],
      [`GET ${base}-export`, `GET ${base}-export?cursor=${encoded}`],
      ['Shop one', 'Shop two'],
    ],
    [
      ['applications', 'history', client_id],
      [{ history: [change(22), change(21)], before: 21 }, { history: [change(20)] }],
      [`GET ${base}/${client_id}/history`, `GET ${base}/${client_id}/history?before=21`],
      ['22 ', '21 ', '20 '],
    ],
    [
      ['events', 'list', client_id],
      [{ events: [event('j1')], cursor }, { events: [event('j2')] }],
      [
        `GET ${base}/${client_id}/events?`,
        `GET ${base}/${client_id}/events?${new URLSearchParams({ cursor })}`,
      ],
      ['j1', 'j2'],
    ],
    [
      ['events', 'resend', client_id],
      [{ resent: 2, cursor }, { resent: 1 }],
      [`POST ${base}/${client_id}/events/resend`, `POST ${base}/${client_id}/events/resend`],
      ['3 events are'],
    ],
    [
      ['people', 'affected', '--application', client_id, '--reason', 'incident 12'],
      [{ ...affected(user('u1')), cursor }, affected(user('u2'))],
      ['POST /admin/people/affected', 'POST /admin/people/affected'],
      ['u1', 'u2', '2 users of'],
    ],
    [
      ['audit', 'list'],
      [
        { ...audit, records: [record(1)], next: 1 },
        { ...audit, records: [record(2)] },
      ],
      ['GET /admin/audit?for=list', 'GET /admin/audit?for=list&to=2&after=1'],
      [`Head: ${digest('h2')}`, '3 users'],
    ],
  ];
  test.each(kinds)('%j', async (words, given, called, shown) => {
    server.pages = [...given];
    const { code, output } = await run(...words);
    expect([code, paths()], output).toEqual([0, called]);
    for (const part of shown) expect(output).toContain(part);
    for (const body of server.bodies.slice(1)) expect(body).toMatchObject({ cursor });
  });
});

describe('the index of disclosures is re-encrypted', () => {
  test('page by page, again until a whole round finds nothing to re-encrypt', async () => {
    const page = (resealed: number, more = {}) => ({ resealed, unreadable: 0, ...more });
    server.pages = [page(3, { cursor }), page(0), page(0, { cursor }), page(1), page(0)];
    const api = new AdminApi(server.url, { token: { token: 't', source: 'a test' }, fetch });
    expect(await api.resealDisclosures()).toBe(4);
    expect(server.bodies).toEqual([{}, { cursor }, {}, { cursor }, {}]);
  });

  test('not any further if a row has a key that DISCLOSURE_KEY lacks, because the key is dropped next', async () => {
    server.pages = [{ resealed: 3, unreadable: 1 }];
    const api = new AdminApi(server.url, { token: { token: 't', source: 'a test' }, fetch });
    await expect(api.resealDisclosures()).rejects.toThrow('a key that DISCLOSURE_KEY lacks');
  });
});

describe('people affected', () => {
  const asked = ['people', 'affected', '--application', client_id, '--reason', 'incident 12'];

  test('asks for whole days in Korea, the last one included, and for times as they are', async () => {
    server.pages = [affected(), affected()];
    await run(...asked, '--since', '2026-11-20', '--until', '2026-11-21');
    await run(...asked, '--since', '2026-11-20T18:00+09:00', '--until', '2026-11-20T09:00:01Z');
    const seconds = (time: string) => Date.parse(time) / 1000;
    expect(server.bodies).toMatchObject([
      { since: seconds('2026-11-20T00:00+09:00'), until: seconds('2026-11-21T23:59:59+09:00') },
      { since: seconds('2026-11-20T09:00Z'), until: seconds('2026-11-20T09:00:01Z') },
    ]);
  });

  test('lists a user once whose row was re-encrypted between two pages', async () => {
    server.pages = [{ ...affected(user('u1')), cursor }, affected(user('u1'), user('u2', 0))];
    const { stdout, stderr } = await run(...asked);
    expect(stdout.trimEnd().split('\n').slice(1)).toEqual([
      'u1,1970-01-01T00:01:00Z,1970-01-01T00:02:00Z,ci,',
      // The first disclosure of this one is unknown.
      'u2,,1970-01-01T00:02:00Z,ci,',
    ]);
    expect(stderr).toContain('2 users of');
  });

  test('warns only if the period begins before the index', async () => {
    for (const [since, warns] of [
      ['1970-01-02', true],
      ['1970-01-03', false],
    ] as const) {
      server.pages = [{ ...affected(), started: 86_400 }];
      const { stderr } = await run(...asked, '--since', since);
      expect(stderr.includes('The index begins at 1970-01-02 00:00 UTC'), since).toBe(warns);
    }
  });
});

describe('what a command sends', () => {
  test.each([
    ['TOKEN', 'TOKEN'],
    ['kim:TOKEN', 'TOKEN'],
    ['kim@people:TOKEN', 'TOKEN'],
    ['ADDRESS=kim@people:TOKEN', 'TOKEN'],
  ])(
    'the token %s goes without its name and address, and says that no page has sent it',
    async (given, sent) => {
      server.pages = [{ applications: [] }];
      const PLID_ADMIN_TOKEN = given.replace('ADDRESS', server.url);
      await plid(['applications', 'list', '--url', server.url], { env: { PLID_ADMIN_TOKEN } });
      const { authorization, 'sec-fetch-site': site } = server.calls[0]?.headers ?? {};
      expect([authorization, site]).toEqual([`Bearer ${sent}`, 'none']);
    },
  );

  test.each([
    ['another host', 'https://login.example.com=TOKEN'],
    ['another scheme', 'HTTPS=TOKEN'],
    ['another port', 'http://127.0.0.1:1=TOKEN'],
  ])('the token of %s is sent to none other', async (_, given) => {
    const PLID_ADMIN_TOKEN = given.replace('HTTPS', server.url.replace('http', 'https'));
    const { code, stderr } = await plid(['applications', 'list', '--url', server.url], {
      env: { PLID_ADMIN_TOKEN },
    });
    expect([code, server.calls]).toEqual([1, []]);
    expect(stderr).toContain(`so it isn't sent to ${server.url}`);
  });
});

describe('a server that redirects', () => {
  test.each([301, 302, 303, 307, 308])(
    'with %i gets no second call, which would have the reason and the user',
    async (status) => {
      server.pages = [(response) => void response.writeHead(status, { Location: '/elsewhere' }).end('{}')];
      const { code, stderr } = await run('people', 'show', 'a-plid', '--gateway', '--reason', 'ticket 1');
      expect([code, paths()]).toEqual([1, ['POST /auth/admin/people/show']]);
      expect(stderr).toContain(`isn't a plid service (status ${status})`);
    },
  );
});

test('people show works for consents of an application that the service no longer knows', async () => {
  const agreement = { refused: [], version: 1, language: 'en', words: 1, terms: 't' };
  const none = {
    requests: [],
    earlierConsents: [],
    automaticLogins: [],
    signIns: [],
    passkeys: [],
    events: [],
    disclosures: [],
  };
  const consents = [{ client_id, attributes: ['name'], agreed: 0, agreement }];
  const unknown = JSON.stringify({ error: 'not_found', message: 'no' });
  server.pages = [
    { stored: true, plid: 'p', ...none, consents, grants: { codes: 0, tokens: 0, ended: 0 } },
    (response) => void response.writeHead(404).end(unknown),
  ];
  const { code, output } = await run('people', 'show', 'p', '--reason', 'ticket 1');
  expect([code, paths()], output).toEqual([
    0,
    ['POST /admin/people/show', `GET /admin/applications/${client_id}/terms`],
  ]);
  expect(output).toContain(`a deleted application (${client_id})`);
});

test('audit verify lists twenty faults, and counts the others', async () => {
  const records = Array.from({ length: 24 }, (_, index) => ({ ...record(index + 1), people: [] }));
  server.pages = [{ ...audit, head: { sequence: 24, hash: digest('h24') }, records }];
  const { code, stderr } = await run('audit', 'verify');
  const faults = stderr.split('\n').filter((line) => line.startsWith('- '));
  expect([code, faults.length]).toEqual([1, 21]);
  expect(faults.at(-1)).toMatch(/^- \d+ further faults$/);
  const { length } = await findChainFaults(
    { ...audit, records, count: 24, head: digest('h24') },
    Date.now() / 1000,
  );
  expect(faults.at(-1)).toBe(`- ${length - 20} further faults`);
});

test('applications history names six fields of a change, and counts the others', async () => {
  const fields = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  server.pages = [{ history: [{ ...change(1), fields }] }];
  expect((await run('applications', 'history', client_id)).stdout).toContain('a, b, c, d, e, f and 2 more');
});
