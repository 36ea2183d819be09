import { describe, expect, test } from 'vitest';
import { readAccessRecords } from '../../workers/audit/read-access-records.ts';
import { accessRecorder } from '../../workers/audit/record-access.ts';

/** A request of an operator to a worker whose records are stored by these methods. */
function contextOf(methods: object, path = '/admin/audit', headers: Record<string, string> = {}) {
  const reached: unknown[] = [];
  const ACCESS_RECORDS = {
    idFromName: (name: string) => name,
    get: (name: string, options: object) => {
      reached.push([name, options]);
      return methods;
    },
  };
  const url = new URL(path, 'https://login.example.com');
  const request = new Request(url, { headers });
  const env = { ACCESS_RECORDS, KEYS: {}, LOCATION_HINT: 'apac-ne' };
  const context = { env, url, request, token: 'kim', now: 1_800_000_000, requestId: 'r' };
  return { reached, context: context as never };
}
const record = accessRecorder('gateway', async (_, plid) => [`k2:${plid}`, `k1:${plid}`]);

describe('the record of an access', () => {
  test('has the current pseudonyms of its users, and all that is known', async () => {
    const appended: unknown[] = [];
    const append = async (access: object) => void appended.push(access);
    const headers = { 'CF-Connecting-IP': '203.0.113.7' };
    const { context, reached } = contextOf({ append }, '/', headers);
    const known = { action: 'events list', by: 'plid', reason: 'ticket 7', client_id: 'shop' } as const;
    await record(context, { ...known, plids: ['a', 'b'] });
    await record(contextOf({ append }).context, { action: 'audit list', plids: [] });
    const always = { at: 1_800_000_000, operator: 'kim', request: 'r' };
    expect(appended).toEqual([
      { ...always, ...known, people: ['k2:a', 'k2:b'], address: '203.0.113.7' },
      { ...always, action: 'audit list', people: [] },
    ]);
    expect(reached).toEqual([['gateway', { locationHint: 'apac-ne' }]]);
  });

  test('that cannot be written refuses the access, which may be tried again after 5 seconds', async () => {
    const cause = new Error('no object');
    const { context } = contextOf({ append: () => Promise.reject(cause) });
    const refusal = { reason: 'access_not_recorded', headers: { 'Retry-After': '5' }, cause };
    await expect(record(context, { action: 'people show', plids: [] })).rejects.toMatchObject(refusal);
  });
});

describe('a reading of the access records', () => {
  const readWith = async (query: string) => {
    const steps: unknown[] = [];
    const page = async (asked: object) => {
      steps.push(asked);
      return 'a page';
    };
    const { context } = contextOf({ page }, `/admin/audit?${query}`);
    const result = await readAccessRecords(context, 'service', async (_, access) => void steps.push(access));
    return { result, steps };
  };

  test.each([
    ['', 'audit list', { after: 0, to: undefined, since: 0, until: undefined }],
    ['for=export&after=7', 'audit export', { after: 7, to: undefined, since: 0, until: undefined }],
    ['for=summary&to=8', 'audit summary', { after: 0, to: 8, since: 0, until: undefined }],
    ['for=verify&since=1&until=2', 'audit verify', { after: 0, to: undefined, since: 1, until: 2 }],
    [`until=${'9'.repeat(15)}`, 'audit list', { after: 0, since: 0, until: 999_999_999_999_999 }],
  ])('with ?%s is recorded before it is done: %s', async (query, action, asked) => {
    expect(await readWith(query)).toEqual({ result: 'a page', steps: [{ action, plids: [] }, asked] });
  });

  test.each([
    ['for', 'people'],
    ['after', '-1'],
    ['to', '1.5'],
    ['since', 'x'],
    ['until', '1'.repeat(16)],
  ])('with the %s %s is refused', async (item, value) => {
    const refusal = { reason: 'invalid_item', values: { item } };
    await expect(readWith(`${item}=${value}`)).rejects.toMatchObject(refusal);
  });
});
