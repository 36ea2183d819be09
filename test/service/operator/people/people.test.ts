import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { attributeTextsVersion } from '../../../../workers/core/protocol/attribute-texts.ts';
import { keyRingSetting } from '../../../../workers/core/worker/key-settings.ts';
import { serviceEvents } from '../../../../workers/service/settings/service-events.ts';
import { maxSignInCookieLifetime } from '../../../../workers/service/settings/service-lifetimes.ts';
import type { AtRest } from '../../../support/assertions/inspect-storage.ts';
import { linesWith, logLines } from '../../../support/assertions/log-lines.ts';
import { indexWritten } from '../../../support/fixtures/affected-users.ts';
import { agreement, fromBrowser } from '../../../support/fixtures/agreement.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { account, grantSignIn } from '../../../support/fixtures/grants.ts';
import { approveOn, denyOn, newSubscriber } from '../../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person, signIn } from '../../../support/fixtures/sign-in.ts';
import { storePasskey } from '../../../support/fixtures/stored-passkeys.ts';
import {
  administer,
  registerApplication,
  sendPeopleRequest,
} from '../../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  jsonOf,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { applications, operatorName, serviceSecrets } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';
import { phoneIn } from '../../support/phone-objects.ts';

/** Reasons with a phone number, a registration number, an address, control characters, a formula, or too long a text. */
const refusedReasons = [
  'called from 010-1234-5678',
  '01012345678',
  '０１０ １２３４ ５６７８',
  '010 - 1234 - 5678',
  '900101-1234567',
  'kim@example.com',
  'two\nlines',
  '=HYPERLINK(1)',
  '"quoted"',
  ' ',
  '',
  'x'.repeat(101),
];

const world = useWorld({ half: 'service' });
const { shop, bank } = applications;

type Named = { phoneNo: string } | { plid: string };

async function ask(what: 'show' | 'erase' | 'end-passkeys', named: Named) {
  const response = await sendPeopleRequest(world, what, named);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
}
const show = (named: Named) => ask('show', named);
const erase = (named: Named) => ask('erase', named);

/** A new person who has signed in at the demo shop with automatic login, and whose code is redeemed. */
async function signedIn() {
  const person = await newSubscriber(world);
  const browser = new BrowserSession(world);
  const token = await accessTokenFor(world, {
    code: codeOf(await signIn(browser, world, { ...person, autoLogin: 'Y' } as Person)),
  });
  const { user } = await jsonOf(await requestUser(world, token));
  return { person, browser, token, plid: user?.plid ?? '' };
}

const phone = (phoneNo: string) => phoneIn(world, phoneNo);
const atRest = async (stub: unknown): Promise<AtRest> => (stub as { atRest(): Promise<AtRest> }).atRest();

/** The place that the runtime names for its addresses. */
const from = { country: expect.any(String), city: expect.any(String) };
const pseudonyms = [expect.stringMatching(/^test:[0-9a-f]{32}$/)];
const nothing = {
  stored: false,
  requests: [],
  consents: [],
  earlierConsents: [],
  automaticLogins: [],
  grants: { codes: 0, tokens: 0, ended: 0 },
  signIns: [],
  passkeys: [],
  events: [],
  disclosures: [],
};
const nothingErased = {
  erased: false,
  registration: 'none',
  requests: 0,
  consents: 0,
  automaticLogins: 0,
  grants: 0,
};

describe('POST /admin/people/show', () => {
  test('returns all stored data except the identity, the same by number and by plid', async () => {
    const { person, plid } = await signedIn();
    const at = await world.clock.now();
    const shown = await show({ phoneNo: person.phoneNo });
    const time = expect.any(Number);
    expect(shown).toEqual({
      stored: true,
      plid,
      pseudonyms,
      registration: { status: 'registered', since: time, telcoCd: person.telcoCd },
      requests: [],
      consents: [
        {
          client_id: shop.client_id,
          application: 'Demo Shop',
          agreed: time,
          attributes: expect.arrayContaining(['ci']),
          agreement: {
            refused: [],
            version: 1,
            language: 'en',
            words: attributeTextsVersion,
            terms: expect.any(String),
          },
        },
      ],
      earlierConsents: [],
      automaticLogins: [
        { client_id: shop.client_id, application: 'Demo Shop', agent: '', started: time, expires: time },
      ],
      grants: { codes: 0, tokens: 1, ended: 0 },
      signIns: [{ client_id: shop.client_id, application: 'Demo Shop', at: time, ...from, known: false }],
      passkeys: [],
      events: [],
      disclosures: [
        {
          client_id: shop.client_id,
          application: 'Demo Shop',
          first: time,
          last: time,
          attributes: expect.arrayContaining(['ci']),
        },
      ],
    });
    expect(Math.abs(shown.registration.since - at)).toBeLessThan(10);
    expect(await show({ plid })).toEqual(shown);
    expect(JSON.stringify(shown)).not.toContain(person.phoneNo);
    expect(JSON.stringify(shown)).not.toContain(person.name);
  });

  test('returns nothing about the number for a plid whose number has a new owner', async () => {
    const { person, plid } = await signedIn();
    const [former, now] = [randomUUID(), await world.clock.now()];
    const { phone: number } = (await account(world, plid).stored(now)) as { phone: string };
    const full = { id: randomUUID(), client_id: shop.client_id, asked: ['ci' as const], identity: 'sealed' };
    await account(world, former).grant({ ...full, agreement, ...fromBrowser, phone: number }, now);
    expect(await show({ plid: former })).not.toHaveProperty('registration');
    expect(await show({ phoneNo: person.phoneNo })).toMatchObject({ plid, registration: {} });
  });

  test("returns the user's pseudonym in the log for each key, the current one first", async () => {
    const { plid, person } = await signedIn();
    const { pseudonyms: shown } = await show({ phoneNo: person.phoneNo });
    const written = await linesWith(world, { 'events.code_redeemed': 1, person: shown[0] });
    expect(written).toHaveLength(1);
    const keys = `${serviceSecrets.KEYS},before:${serviceSecrets.KEYS.split(':')[1]}`;
    expect(await serviceEvents.pseudonyms(v.parse(keyRingSetting, keys), plid)).toEqual([
      shown[0],
      shown[0].replace('test:', 'before:'),
    ]);
  });

  test('returns the application and sign-in of a phone request', async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    const waiting = await browser.submit(await browser.get(authorizeUrl(world)), person);
    await denyOn(world, person.phoneNo);
    await browser.get(waiting.url);
    expect((await show({ phoneNo: person.phoneNo })).requests).toEqual([
      {
        sent: expect.any(Number),
        status: 'denied',
        client_id: shop.client_id,
        application: 'Demo Shop',
        sign_in: waiting.headers.get('Plid-Sign-In'),
      },
    ]);
  });

  test("returns the requests to a phone whose number isn't registered", async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    await browser.submit(await browser.get(authorizeUrl(world)), person);
    expect(await show({ phoneNo: person.phoneNo })).toEqual({
      ...nothing,
      stored: true,
      pseudonyms: [expect.stringMatching(/^test:[0-9a-f]{32}$/)],
      requests: [expect.objectContaining({ sent: expect.any(Number), status: 'sent' })],
    });
  });

  test('counts codes, tokens, and ended grants separately', async () => {
    const { plid } = await grantSignIn(world);
    await accessTokenFor(world, await grantSignIn(world, { plid }));
    const replayed = await grantSignIn(world, { plid });
    await accessTokenFor(world, replayed);
    await requestToken(world, { code: replayed.code });
    expect((await show({ plid })).grants).toEqual({ codes: 1, tokens: 1, ended: 1 });
    await world.clock.advance(61);
    expect((await show({ plid })).grants).toEqual({ codes: 0, tokens: 1, ended: 2 });
  });

  test("returns a consent without the application's name after the application is deleted", async () => {
    const { client_id } = await registerApplication(world);
    const { plid } = await grantSignIn(world, { client_id });
    expect((await show({ plid })).consents).toMatchObject([{ client_id, application: '서점' }]);
    await administer(world, 'DELETE', `/${client_id}`);
    await world.clock.advance(31);
    expect((await show({ plid })).consents).toEqual([
      { client_id, attributes: expect.any(Array), agreed: expect.any(Number), agreement },
    ]);
  });

  test('returns nothing about an unknown user, and stores nothing', async () => {
    const [phoneNo, plid] = ['01098765432', randomUUID()];
    expect(await show({ phoneNo })).toEqual(nothing);
    expect(await show({ plid })).toEqual(nothing);
    expect(await erase({ phoneNo })).toEqual(nothingErased);
    expect(await erase({ plid })).toEqual(nothingErased);
    const empty = { stored: '{}', alarm: null };
    expect(await atRest(await phone(phoneNo))).toEqual(empty);
    expect(await atRest(account(world, plid))).toEqual(empty);
  });
});

describe('POST /admin/people/erase', () => {
  test.each(['phoneNo', 'plid'] as const)(
    "deletes a user's data by %s, as if the user had left at the carrier",
    async (by) => {
      const { person, browser, token, plid } = await signedIn();
      const named = by === 'plid' ? { plid } : { phoneNo: person.phoneNo };
      const counts = { requests: 0, consents: 1, automaticLogins: 1, grants: 1 };
      expect(await erase(named)).toEqual({ erased: true, plid, registration: 'ended', ...counts });
      expect((await requestUser(world, token)).status).toBe(401);
      expect((await browser.get(authorizeUrl(world))).status).toBe(200);
      expect(await show({ phoneNo: person.phoneNo })).toEqual({
        ...nothing,
        stored: true,
        registration: { status: 'ended', since: expect.any(Number) },
        pseudonyms: [expect.stringMatching(/^test:[0-9a-f]{32}$/)],
      });
      await indexWritten(world, plid);
      expect(await show({ plid })).toEqual({
        ...nothing,
        stored: true,
        plid,
        pseudonyms,
        terminated: expect.any(Number),
      });
      expect((await atRest(account(world, plid))).stored).toMatch(/^\{"schema":\d+,"terminated":\d+\}$/);
      expect(await erase(named)).toEqual(nothingErased);

      const again = await accessTokenFor(world, {
        code: codeOf(await signIn(new BrowserSession(world), world, person)),
      });
      const next = (await jsonOf(await requestUser(world, again))).user?.plid;
      expect(next).toMatch(/^[0-9a-f-]{36}$/);
      expect(next).not.toBe(plid);
    },
  );

  test('deletes the requests to the phone at once, and later everything stored about the number', async () => {
    const { person } = await signedIn();
    await world.clock.advance(4);
    const browser = new BrowserSession(world);
    await browser.submit(await browser.get(authorizeUrl(world)), { ...person, name: '다른이름' });
    expect((await show({ phoneNo: person.phoneNo })).requests).toHaveLength(1);
    expect(await erase({ phoneNo: person.phoneNo })).toMatchObject({ erased: true, requests: 1 });
    expect((await show({ phoneNo: person.phoneNo })).requests).toEqual([]);
    await world.clock.advance(maxSignInCookieLifetime + 1);
    const empty = { stored: '{}', alarm: null };
    await vi.waitFor(async () => expect(await atRest(await phone(person.phoneNo))).toEqual(empty), {
      timeout: 10_000,
      interval: 200,
    });
  });

  test("isn't undone by a phone request that is approved afterwards", async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = new BrowserSession(world);
    const waiting = await browser.submit(await browser.get(authorizeUrl(world)), person);
    await world.clock.advance(1);
    expect(await erase({ phoneNo: person.phoneNo })).toMatchObject({ erased: true, requests: 1 });
    await approveOn(world, person.phoneNo);
    const end = await browser.get(waiting.url);
    expect([end.status, end.url.searchParams.has('code')]).toEqual([400, false]);
    expect(await show({ phoneNo: person.phoneNo })).toEqual({
      ...nothing,
      stored: true,
      registration: { status: 'ended', since: expect.any(Number) },
      pseudonyms: [expect.stringMatching(/^test:[0-9a-f]{32}$/)],
    });
  });

  test("deletes an account that doesn't know its number, and reports that the number remains", async () => {
    const { plid } = await grantSignIn(world);
    await world.clock.advance(1);
    await grantSignIn(world, { plid });
    expect((await show({ plid })).earlierConsents).toHaveLength(1);
    expect(await erase({ plid })).toMatchObject({ erased: true, plid, registration: 'unknown', grants: 2 });
    await world.settled();
    await indexWritten(world, plid);
    expect(await show({ plid })).toEqual({
      ...nothing,
      stored: true,
      plid,
      pseudonyms,
      terminated: expect.any(Number),
    });
  });

  test("doesn't affect the number's new owner if called with a former plid", async () => {
    const { person, plid } = await signedIn();
    const now = await world.clock.now();
    const next = await (await phone(person.phoneNo)).approve(
      { owner: 'somebody else', carrier: 'S', sent: now, signIn: 'a sign-in' },
      now,
    );
    expect(next?.plid).not.toBe(plid);
    expect(await erase({ plid })).toEqual(nothingErased);
    await (await phone(person.phoneNo)).erase(now, plid);
    expect(await (await phone(person.phoneNo)).plid()).toBe(next?.plid);
  });
});

describe('POST /admin/people/end-passkeys', () => {
  test.each(['plid', 'phoneNo'] as const)('ends all passkeys by %s, and nothing else', async (by) => {
    const { person, plid, token } = await signedIn();
    const at = await world.clock.now();
    for (const client_id of [shop.client_id, bank.client_id])
      await storePasskey(world, await grantSignIn(world, { plid, client_id, automaticLogin: 'Y' }), {
        client_id,
      });
    const before = await show({ plid });
    const passkey = { agent: 'Chrome, Android', created: at, used: null };
    expect(before.passkeys).toEqual([passkey, passkey]);
    const named = by === 'plid' ? { plid } : { phoneNo: person.phoneNo };
    expect(await ask('end-passkeys', named)).toEqual({ ended: 2 });
    expect(await show({ plid })).toEqual({ ...before, passkeys: [] });
    expect((await requestUser(world, token)).status).toBe(200);
    expect(await ask('end-passkeys', named)).toEqual({ ended: 0 });
  });

  test("leaves one event per passkey, with the passkey's application and the operator's token", async () => {
    const { plid, grant } = await grantSignIn(world, { automaticLogin: 'Y' });
    const { client_id } = bank;
    await storePasskey(world, { plid, grant });
    await storePasskey(world, await grantSignIn(world, { plid, client_id, automaticLogin: 'Y' }), bank);
    const ended = await sendPeopleRequest(world, 'end-passkeys', { plid });
    const { pseudonyms } = await show({ plid });
    const by = { token: operatorName, access_reason: 'ticket 4711' };
    const about = { 'events.passkey_ended': 1, person: pseudonyms[0], ...by };
    const request = ended.headers.get('X-Request-Id') ?? '';
    await linesWith(world, { ...about, request, client_id: shop.client_id });
    await linesWith(world, { ...about, request, client_id });
  });

  test('ends nothing of an unknown user, and stores nothing', async () => {
    const [phoneNo, plid] = ['01098765431', randomUUID()];
    expect(await ask('end-passkeys', { phoneNo })).toEqual({ ended: 0 });
    expect(await ask('end-passkeys', { plid })).toEqual({ ended: 0 });
    expect(await atRest(account(world, plid))).toEqual({ stored: '{}', alarm: null });
  });
});

describe("an operator's token for one API", () => {
  const [forApplications, forPeople] = ['1123456789abcdef'.repeat(4), '2123456789abcdef'.repeat(4)];
  const secrets = { ADMIN_TOKEN: `kim@applications:${forApplications},lee@people:${forPeople}` };
  const limited = useWorld({
    half: 'service',
    overrides: { 'plid-service-people': { secrets }, 'plid-service-applications': { secrets } },
  });

  test('is rejected by the other one with 401', async () => {
    const plid = randomUUID();
    const as = (token: string) => ({ Authorization: `Bearer ${token}` });
    const statuses = async (token: string) => [
      (await sendPeopleRequest(limited, 'show', { plid }, as(token))).status,
      (await sendPeopleRequest(limited, 'erase', { plid }, as(token))).status,
      (await sendPeopleRequest(limited, 'end-passkeys', { plid }, as(token))).status,
      (await administer(limited, 'GET', '', { headers: as(token) })).status,
      (await administer(limited, 'GET', `/${shop.client_id}/events`, { headers: as(token) })).status,
    ];
    expect(await statuses(forApplications)).toEqual([401, 401, 401, 200, 200]);
    expect(await statuses(forPeople)).toEqual([200, 200, 200, 401, 401]);
    await linesWith(limited, { route: '/admin/applications', token: 'lee@people', status: 401 });
  });
});

describe.each(['show', 'erase', 'end-passkeys'] as const)('POST /admin/people/%s', (what) => {
  const phoneNo = '01098760000';

  test.each(['', 'Bearer wrong', `Bearer ${serviceSecrets.CARRIER_TOKEN}`])(
    'rejects the Authorization header %j with 401, without calls to storage',
    async (Authorization) => {
      await sendPeopleRequest(world, what, { phoneNo });
      const calls = async () => (account(world, randomUUID()) as unknown as { calls(): number }).calls();
      const before = await calls();
      const response = await sendPeopleRequest(world, what, { phoneNo }, { Authorization });
      expect([response.status, (await jsonOf(response)).error]).toEqual([401, 'authentication_failed']);
      expect(await calls()).toBe(before);
    },
  );

  test.each<[object, string]>([
    [{}, 'The required item phoneNo is missing.'],
    [
      { phoneNo, reason: undefined },
      'The required item reason is missing. Send the reason for this access, such as ticket 4711. In plid-admin, add: --reason "ticket 4711"',
    ],
    [{ phoneNo, plid: randomUUID() }, 'The value of plid is not valid.'],
    [{ phoneNo: '010-9876-0000' }, 'The value of phoneNo is not valid.'],
    [{ phoneNo: 1098760000 }, 'The value of phoneNo is not valid.'],
    [{ plid: 'x' }, 'The value of plid is not valid.'],
    [{ plid: randomUUID().toUpperCase() }, 'The value of plid is not valid.'],
    [{ phoneNo, extra: 1 }, 'The value of extra is not valid.'],
    ...refusedReasons.map((reason): [object, string] => [
      { phoneNo, reason },
      'The value of reason is not valid.',
    ]),
  ])('rejects %j', async (body, message) => {
    const response = await sendPeopleRequest(world, what, body);
    expect([response.status, (await jsonOf(response)).message]).toEqual([400, message]);
  });
});

test("the operator's reason for access is logged unchanged in the log line and the event", async () => {
  const { plid, person } = await signedIn();
  for (const reason of ['ticket 4711', '고객 요청 (2026-11-24), 3번: 열람']) {
    const shown = await sendPeopleRequest(world, 'show', { plid, reason });
    const erased = await sendPeopleRequest(world, 'erase', { phoneNo: '01012121212', reason });
    expect([shown.status, erased.status]).toEqual([200, 200]);
    const request = shown.headers.get('X-Request-Id') ?? '';
    await linesWith(world, { request, 'events.person_shown': 1, token: operatorName, access_reason: reason });
    await linesWith(world, {
      request: erased.headers.get('X-Request-Id') ?? '',
      by: 'phoneNo',
      access_reason: reason,
    });
  }
  const response = await sendPeopleRequest(world, 'show', { plid, reason: `call ${person.phoneNo}` });
  expect(response.status).toBe(400);
  expect(world.logs()).not.toContain(person.phoneNo);
});

test('the log contains that an operator asked, how, and whether data existed, but not about whom', async () => {
  const { person, plid } = await signedIn();
  const request = async (what: 'show' | 'erase', named: Named) =>
    (await sendPeopleRequest(world, what, named)).headers.get('X-Request-Id') ?? '';
  const shown = await request('show', { phoneNo: person.phoneNo });
  const unknown = await request('show', { phoneNo: '01012121212' });
  const erased = await request('erase', { plid });
  const [erasure] = await linesWith(world, {
    request: erased,
    'events.person_erased': 1,
    token: operatorName,
  });
  await linesWith(world, { request: shown, 'events.person_shown': 1, person: erasure?.person });
  await linesWith(world, { request: unknown, route: '/admin/people/show', by: 'phoneNo' });
  await linesWith(world, { request: erased, route: '/admin/people/erase', by: 'plid' });
  expect(logLines(world).filter((line) => line.request === unknown)).toHaveLength(1);
  for (const secret of [person.phoneNo, person.name, plid, '01012121212'])
    expect(world.logs()).not.toContain(secret);
});
