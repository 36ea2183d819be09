import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { undeliveredEventKey } from '../../../../workers/service/objects/undelivered-events.ts';
import { serviceEvents } from '../../../../workers/service/settings/service-events.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { grantSignIn } from '../../../support/fixtures/grants.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { authorizeUrl } from '../../../support/fixtures/sign-in.ts';
import {
  administer,
  readAudit,
  reportSubscriber,
  sendPeopleRequest,
} from '../../../support/requests/operator-requests.ts';
import { applications, operatorName, serviceKeys } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const { shop } = applications;

/** A user with an account. @returns their plid and pseudonym. */
async function stored(): Promise<{ plid: string; pseudonym: string }> {
  const { plid } = await grantSignIn(world);
  const [pseudonym] = await serviceEvents.pseudonyms(serviceKeys, plid);
  return { plid, pseudonym };
}

/** The records of a request, without those of reading the records. */
async function recordsOf(response: Response) {
  const request = response.headers.get('X-Request-Id');
  const { records } = await readAudit(world);
  return records.filter((record) => record.request === request);
}

const people = ['show', 'erase', 'end-passkeys'] as const;
const address = '203.0.113.7';
const from = { 'CF-Connecting-IP': address };

describe('an access record', () => {
  test('of a view contains operator, time, address, pseudonym, and reason', async () => {
    const { plid, pseudonym } = await stored();
    const shown = await sendPeopleRequest(world, 'show', { plid, reason: 'ticket 12' }, from);
    expect(await recordsOf(shown)).toEqual([
      {
        sequence: expect.any(Number),
        at: await world.clock.now(),
        operator: operatorName,
        action: 'people show',
        by: 'plid',
        people: [pseudonym],
        reason: 'ticket 12',
        address,
        request: shown.headers.get('X-Request-Id'),
        previous: expect.stringMatching(/^[0-9a-f]{64}$/),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  test('of an erasure has the pseudonym under which the user was stored', async () => {
    const { plid, pseudonym } = await stored();
    const erased = await sendPeopleRequest(world, 'erase', { plid, reason: 'leaves' });
    expect(await erased.json()).toMatchObject({ erased: true });
    expect(await recordsOf(erased)).toMatchObject([{ action: 'people erase', people: [pseudonym] }]);
  });

  test('of an end of passkeys has the pseudonym, also if the user has no passkeys', async () => {
    const { plid, pseudonym } = await stored();
    const ended = await sendPeopleRequest(world, 'end-passkeys', { plid, reason: 'lost phone' });
    expect(await recordsOf(ended)).toMatchObject([
      { action: 'people end-passkeys', by: 'plid', people: [pseudonym], reason: 'lost phone' },
    ]);
  });

  test.each(people)('of %s without a result contains how, but not whom', async (what) => {
    for (const named of [{ plid: randomUUID() }, { phoneNo: '01098760001' }]) {
      const response = await sendPeopleRequest(world, what, named);
      const [record] = await recordsOf(response);
      expect(record).toMatchObject({ action: `people ${what}`, people: [], by: Object.keys(named)[0] });
      expect(JSON.stringify(record)).not.toContain(Object.values(named)[0]);
    }
  });

  test.each(people)('of %s by a number without a user names the number', async (what) => {
    const person = await newSubscriber(world, 'waits');
    const { phoneNo } = person;
    const browser = new BrowserSession(world);
    await browser.submit(await browser.get(authorizeUrl(world)), person);
    const shown = await sendPeopleRequest(world, 'show', { phoneNo });
    const { plid, pseudonyms, requests } = (await shown.json()) as Record<string, string[]>;
    expect([plid, requests?.length]).toEqual([undefined, 1]);
    const response = what === 'show' ? shown : await sendPeopleRequest(world, what, { phoneNo });
    const [record] = await recordsOf(response);
    expect(record).toMatchObject({ by: 'phoneNo', people: pseudonyms?.slice(0, 1) });
    expect(record?.people).toHaveLength(1);
    expect(JSON.stringify(record)).not.toContain(phoneNo);
  });

  test.each([
    ['list', 'GET', '/events?reason=audit%207', undefined],
    ['resend', 'POST', '/events/resend', { reason: 'audit 7' }],
  ] as const)('of events %s contains the users of the listed events', async (what, method, path, body) => {
    const { plid, pseudonym } = await stored();
    const { APPLICATIONS } = await world.env('plid-service-applications');
    const key = undeliveredEventKey(shop.client_id, randomUUID());
    const metadata = { plid, type: 'account-purged', at: 1, status: 'waiting' };
    await APPLICATIONS.put(key, '', { metadata });
    const listed = await administer(world, method, `/${shop.client_id}${path}`, body && { body });
    await APPLICATIONS.delete(key);
    expect(listed.status).toBe(200);
    expect(await recordsOf(listed)).toMatchObject([
      { action: `events ${what}`, client_id: shop.client_id, reason: 'audit 7', people: [pseudonym] },
    ]);
  });

  test('of a reading contains what the records are read for', async () => {
    await readAudit(world, '?for=export');
    const { records } = await readAudit(world);
    expect(records.slice(-2)).toMatchObject([
      { operator: operatorName, action: 'audit export', people: [] },
      { action: 'audit list' },
    ]);
  });
});

describe('GET /admin/audit', () => {
  test('returns pages that a later record does not change', async () => {
    for (let count = 0; count < 3; count += 1) await sendPeopleRequest(world, 'show', { plid: randomUUID() });
    const first = await readAudit(world);
    await sendPeopleRequest(world, 'show', { plid: randomUUID() });
    const again = await readAudit(world, `?after=${first.head.sequence - 2}&to=${first.head.sequence}`);
    expect(again.records).toEqual(first.records.slice(-2));
    expect(again.head).toEqual(first.head);
  });

  test('returns the records of a period', async () => {
    await world.clock.advance(100);
    const at = await world.clock.now();
    await sendPeopleRequest(world, 'show', { plid: randomUUID() });
    await world.clock.advance(100);
    const { records } = await readAudit(world, `?since=${at}&until=${at + 100}`);
    expect(records.map((record) => record.at)).toEqual([at]);
  });

  test.each(['for=x', 'after=-1', 'to=x', 'since=1e3', 'until=2026-11-01'])('rejects %s', async (query) => {
    expect(await readAudit(world, `?${query}`)).toMatchObject({
      message: `The value of ${query.split('=')[0]} is not valid.`,
    });
  });
});

describe('a request of the subscribers API', () => {
  const [system, person, carrier] = [
    '1123456789abcdef'.repeat(4),
    '2123456789abcdef'.repeat(4),
    '3123456789abcdef'.repeat(4),
  ];
  const secrets = { CARRIER_TOKEN: `carrier:${system},lee:${person},kt@K:${carrier}` };
  const carriers = useWorld({ half: 'service', overrides: { 'plid-service-subscribers': { secrets } } });

  test('is recorded with the token of an operator, and not with that of a system', async () => {
    const body = { phoneNo: '01098760002' };
    const as = (token: string) => ({ Authorization: `Bearer ${token}` });
    for (const token of [system, person, carrier])
      expect((await reportSubscriber(carriers, 'connections', body, as(token))).status).toBe(200);
    const { records } = await readAudit(carriers);
    expect(records.map(({ operator, action, by, people }) => [operator, action, by, people])).toEqual([
      ['lee', 'subscribers connections', 'phoneNo', []],
      [operatorName, 'audit list', undefined, []],
    ]);
  });
});

test('the list of affected users is recorded with the application and its users', async () => {
  const { client_id } = shop;
  const response = await sendPeopleRequest(world, 'affected', { client_id, since: 0, until: 9_999_999_999 });
  const { people } = JSON.parse(await response.text());
  const [record] = await recordsOf(response);
  expect(record).toMatchObject({ action: 'people affected', client_id, reason: 'ticket 4711' });
  expect(record?.people).toHaveLength(people.length);
});
