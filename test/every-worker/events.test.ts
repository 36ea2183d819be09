import { beforeAll, describe, expect, test } from 'vitest';
import { gatewayEvents } from '../../workers/gateway/settings/gateway-events.ts';
import { serviceEvents } from '../../workers/service/settings/service-events.ts';
import {
  eventsIn,
  fieldsOfRequest,
  type LogLine,
  linesWith,
  logLines,
} from '../support/assertions/log-lines.ts';
import { person as answered, userAnswer } from '../support/fakes/service-stand-in.ts';
import { signInToAccount } from '../support/fixtures/account-pages.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { books, logInAt, requestTokens, tokensAt } from '../support/fixtures/gateway-openid.ts';
import {
  createPasskey,
  Passkey,
  registerForPasskeys,
  signInByPasskey,
} from '../support/fixtures/passkeys.ts';
import {
  approveOn,
  changeSubscriber,
  denyOn,
  endsOn,
  leaveApp,
  newSubscriber,
  switchOffAutomaticLogin,
} from '../support/fixtures/phones.ts';
import {
  enterCode,
  enterNumber,
  registerWithReviewer,
  signInReviewer,
} from '../support/fixtures/reviewers.ts';
import { operatorCalls } from '../support/fixtures/scenarios.ts';
import { authorizeUrl, codeOf, type Person, people, signIn } from '../support/fixtures/sign-in.ts';
import {
  administer,
  sendGatewayPeopleRequest,
  sendPeopleRequest,
} from '../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  basic,
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../support/requests/service-requests.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';
import { applications, operatorName } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const person = /^test:[0-9a-f]{32}$/;
/** Fields that the line of a request may have for another reason. */
const ofRequest = [
  'client_id',
  'token',
  'carrier',
  'call',
  'carrier_milliseconds',
  'by',
  'error',
  'reason',
  'cause',
  'left_out',
  'disconnected',
  'review',
];
const hasEvents = (line: LogLine) => eventsIn(line).length > 0;

/** Expects each of these events in the log, only with the fields that the events of its line may have. */
async function expectEvents(
  world: { logs(): string },
  table: Record<string, readonly string[]>,
): Promise<void> {
  const names = () => [...new Set(logLines(world).flatMap(eventsIn))].sort();
  await expect.poll(names).toEqual(Object.keys(table).sort());
  for (const line of logLines(world).filter(hasEvents)) {
    const mayTell = eventsIn(line).flatMap((name) => [`events.${name}`, ...(table[name] ?? [])]);
    const told = Object.keys(line).filter(
      (name) => !fieldsOfRequest.includes(name) && !ofRequest.includes(name),
    );
    expect(mayTell, `${eventsIn(line)}: ${told}`).toEqual(expect.arrayContaining(told));
    expect(line.request).toMatch(/^[0-9a-f]{16}$/);
    if (line.sign_in !== undefined) expect(line.sign_in).toMatch(/^[\w-]{11}$/);
    if (line.person !== undefined) expect(line.person).toMatch(person);
  }
}

describe('the events of the service', () => {
  const world = useWorld({
    half: 'service',
    overrides: { 'plid-service-authorize': { vars: { STARTS: 'S-code' } } },
  });
  const { shop } = applications;
  const begin = async (someone: Person) => {
    const browser = new BrowserSession(world);
    return { browser, page: await browser.submit(await browser.get(authorizeUrl(world)), someone) };
  };
  const plidOf = async (code: string) => {
    const { user } = await jsonOf(await requestUser(world, await accessTokenFor(world, { code })));
    return user?.plid ?? '';
  };

  /** A user's whole time with an application. @returns their plid. */
  async function wholeLife(): Promise<string> {
    const someone = await newSubscriber(world);
    const browser = new BrowserSession(world);
    const code = codeOf(await signIn(browser, world, someone, { autoLogin: true }));
    const plid = await plidOf(code);
    await requestToken(world, { code });
    await browser.get(authorizeUrl(world));
    await switchOffAutomaticLogin(world, someone.phoneNo, shop.client_id);
    await browser.get(authorizeUrl(world));
    expect((await requestDisconnect(world, { plid })).status).toBe(200);
    await sendPeopleRequest(world, 'show', { plid });
    await leaveApp(world, someone.phoneNo);
    return plid;
  }

  /** Requests that fail, each in another way. Pages are loaded twice. */
  async function failures(): Promise<void> {
    await begin({ ...people.hana, name: '다른이름이다' });
    await begin(await newSubscriber(world, 'unregistered'));
    const young = await begin(people.eorin);
    await young.browser.get(young.page.url);
    await begin(await newSubscriber(world, 'fails'));
    const denying = await newSubscriber(world, 'waits');
    const denied = await begin(denying);
    await denyOn(world, denying.phoneNo);
    for (const _ of [1, 2]) await denied.browser.get(denied.page.url);
    await begin(denying);
    const cancelled = await begin(await newSubscriber(world, 'waits'));
    for (const _ of [1, 2]) await cancelled.browser.submit(cancelled.page, {}, 'form[action$="/cancel"]');
    const slipping = await newSubscriber(world, 'waits');
    const mismatched = await begin(slipping);
    await approveOn(world, slipping.phoneNo, '00');
    await mismatched.browser.get(mismatched.page.url);
    const starting = new BrowserSession(world);
    await starting.press(await starting.get(authorizeUrl(world)), 'button[value=code]', { telcoCd: 'S' });
    const silent = await begin(await newSubscriber(world, 'silent'));
    await world.clock.advance(121);
    for (const _ of [1, 2]) await silent.browser.get(silent.page.url);
  }

  /** Strangers who try names on a number. */
  async function guessing(): Promise<void> {
    const guessed = await newSubscriber(world, 'waits');
    for (let network = 1; network <= 20; network += 1) {
      const stranger = new BrowserSession(world, { headers: { 'CF-Connecting-IP': `203.0.113.${network}` } });
      await stranger.submit(await stranger.get(authorizeUrl(world)), { ...guessed, name: '다른이름' });
    }
  }

  /** A user who doesn't recognize the new browser in a notice on their phone. */
  async function unknownBrowser(): Promise<void> {
    const { name, phoneNo, telcoCd } = await newSubscriber(world);
    await signIn(new BrowserSession(world), world, { name, phoneNo, telcoCd });
    const { new_browser = '' } = await endsOn(world, phoneNo, 2);
    const browser = new BrowserSession(world);
    await browser.submit(await browser.get(new_browser), {}, 'form[action="/account/end"]');
  }

  /** A user who downloads the data of their account page. */
  async function download(): Promise<void> {
    const browser = new BrowserSession(world);
    const page = await signInToAccount(browser, world, await newSubscriber(world));
    await browser.submit(page, {}, 'form[action="/account/download"]');
  }

  /** A copy of the cookie of an automatic login that its owner has used since. */
  async function copiedCookie(): Promise<void> {
    const browser = new BrowserSession(world);
    const person = await newSubscriber(world);
    await signIn(browser, world, person, { autoLogin: true });
    const copy = browser.copy();
    for (const each of [browser, browser, copy]) {
      await each.get(authorizeUrl(world));
      await world.clock.advance(60);
    }
    await world.settled();
    await signIn(new BrowserSession(world), world, person);
  }

  /** A user who signs in with a passkey, whose copy ends it, and whose next one an operator ends. */
  async function passkeys(): Promise<void> {
    const application = await registerForPasskeys(world);
    const passkey = new Passkey(1);
    const { person: user } = await createPasskey(world, application, { passkey });
    await signInByPasskey(world, application, passkey);
    for (const _ of [1, 2]) await signInByPasskey(world, application, passkey, { oddities: { counter: 1 } });
    await world.clock.advance(60);
    await createPasskey(world, application, { person: user });
    await sendPeopleRequest(world, 'end-passkeys', { phoneNo: user.phoneNo });
  }

  /** A number that gets a new owner, whom an operator erases. */
  async function changeOfHands(): Promise<void> {
    const former = await newSubscriber(world);
    await signIn(new BrowserSession(world), world, former);
    await changeSubscriber(world, former.phoneNo, { name: '나중온', birthdate: '010203' });
    await world.clock.advance(5);
    const owner = { ...former, name: '나중온' };
    const plid = await plidOf(codeOf(await signIn(new BrowserSession(world), world, owner)));
    await sendPeopleRequest(world, 'erase', { plid });
  }

  let plid = '';
  beforeAll(async () => {
    plid = await wholeLife();
    await failures();
    await guessing();
    await changeOfHands();
    await unknownBrowser();
    await download();
    await copiedCookie();
    await passkeys();
    await operatorCalls(world);
  });

  test('identify a user by one pseudonym in every worker, from the first sign-in to the end', async () => {
    const [left] = await linesWith(world, { 'events.left': 1, token: 'carrier' });
    expect(left?.person).toMatch(person);
    const theirs = () => logLines(world).filter((line) => line.person === left?.person);
    const told = () =>
      theirs()
        .flatMap((line) => eventsIn(line).map((name) => `${line.worker} ${name}`))
        .sort();
    await expect
      .poll(told)
      .toEqual(
        [
          'service-authorize sign_in_approved',
          'service-authorize registered',
          'service-authorize consented',
          'service-authorize automatic_login_enabled',
          'service-authorize code_issued',
          'service-token code_redeemed',
          'service-token code_replayed',
          'service-authorize automatic_login_granted',
          'service-subscribers automatic_login_ended',
          'service-authorize automatic_login_refused',
          'service-disconnect disconnected',
          'service-people person_shown',
          'service-subscribers left',
        ].sort(),
      );
    expect(plid).toMatch(/^[0-9a-f-]{36}$/);
    expect(world.logs()).not.toContain(plid);
  });

  test.each(['unconfirmed', 'unregistered', 'underage', 'denied', 'locked', 'cancelled', 'expired'])(
    'name the carrier of a request that was %s, once, however often its page is loaded',
    async (what) => {
      const found = await linesWith(world, { [`events.sign_in_${what}`]: 1 });
      expect(found[0]).toMatchObject({ client_id: shop.client_id, carrier: 'S' });
      expect(new Set(found.map(({ sign_in }) => sign_in)).size).toBe(found.length);
    },
  );

  test("of a lockout name the limit in the request's line", async () => {
    const [refused] = await linesWith(world, { reason: 'too_many_requests' });
    expect(refused?.cause).toBe('PHONE_REQUEST_LIMIT');
  });

  test("report a number's new owner, only for the new owner", async () => {
    const [changed] = await linesWith(world, { 'events.number_changed_hands': 1 });
    for (const event of ['code_issued', 'person_erased'])
      expect(await linesWith(world, { [`events.${event}`]: 1, person: changed?.person })).toHaveLength(1);
  });

  test('mark every line of a store reviewer, whose code was wrong once', async () => {
    const { application, reviewer } = await registerWithReviewer(world);
    const { client_id } = application;
    const browser = new BrowserSession(world);
    const page = await enterNumber(world, browser, client_id, reviewer.phoneNo);
    await enterCode(browser, page, 'wrong');
    const code = codeOf(await signInReviewer(world, client_id, reviewer, browser));
    await requestUser(world, await accessTokenFor(world, { code }, application));
    await requestDisconnect(
      world,
      { plid: reviewer.plid },
      { headers: { Authorization: basic(application) } },
    );
    await administer(world, 'DELETE', `/${client_id}/reviewers/${reviewer.id}`);
    const marked = async () =>
      (await linesWith(world, { review: true })).flatMap((line) =>
        eventsIn(line).length > 0 ? eventsIn(line) : [line.worker],
      );
    await expect
      .poll(marked)
      .toEqual([
        'reviewer_signed_in',
        'consented',
        'code_issued',
        'code_redeemed',
        'service-user',
        'disconnected',
      ]);
    const [refused] = await linesWith(world, { 'events.reviewer_code_refused': 1 });
    expect(refused).toMatchObject({ client_id, kind: 'wrong', status: 400 });
  });

  test('are exactly those of their table, with its fields', async () => {
    await expectEvents(world, serviceEvents.table);
  });
});

describe('the events of the gateway', () => {
  const world = useGatewayWorld();

  test('identify a user by one pseudonym, and are exactly those of their table', async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const [started] = await linesWith(world, { 'events.session_started': 1 });
    expect(started).toMatchObject({ worker: 'gateway-callback', automatic: 'N', person });
    const them = { person: started?.person };
    const end = await logInAt(world, { visitor });
    await tokensAt(world, end);
    await linesWith(world, { 'events.openid_login': 1, client_id: books.client_id, ...them });
    expect((await requestTokens(world, { code: codeOf(end) })).status).toBe(400);
    await linesWith(world, { 'events.code_replayed': 1, client_id: books.client_id, ...them });
    await visitor.post('/auth/logout');
    await linesWith(world, { 'events.session_ended': 1, worker: 'gateway-logout', ...them });

    await visitor.signIn();
    await visitor.post('/auth/logout', { everywhere: 'Y' });
    await linesWith(world, { 'events.logged_out_everywhere': 1, sessions: 1, ...them });
    world.standIn.answer({ user: () => userAnswer(answered, { autoLoginYn: 'Y', autoStatusCheck: 'N' }) });
    await visitor.signIn();
    await linesWith(world, { 'events.automatic_login_refused': 1, ...them });

    world.standIn.reset();
    await visitor.signIn();
    world.standIn.answer({ user: () => userAnswer({ ...answered, ci: `${'A'.repeat(86)}==` }) });
    await new Visitor(world).signIn();
    await linesWith(world, { 'events.number_changed_hands': 1, ...them });
    const owner = { ...answered, ci: `${'A'.repeat(86)}==` };
    for (const [autoStatusCheck, automatic] of [
      ['Y', 'N'],
      ['N', 'Y'],
    ] as const) {
      const before = logLines(world).length;
      world.standIn.answer({ user: () => userAnswer(owner, { autoLoginYn: 'Y', autoStatusCheck }) });
      await visitor.signIn();
      const since = () => logLines(world).slice(before);
      await expect
        .poll(() => since().findLast((line) => line['events.session_started']))
        .toMatchObject({ automatic });
    }
    expect(await linesWith(world, { 'events.number_changed_hands': 1 })).toHaveLength(1);
    await visitor.signIn();
    await visitor.post('/auth/disconnect');
    await linesWith(world, { 'events.disconnected': 1, worker: 'gateway-disconnect', ...them });

    await visitor.signIn();
    for (const what of ['show', 'erase'] as const)
      await sendGatewayPeopleRequest(world, what, { plid: answered.plid });
    await linesWith(world, {
      'events.person_erased': 1,
      worker: 'gateway-people',
      token: operatorName,
      ...them,
    });

    await expectEvents(world, gatewayEvents.table);
    expect(world.logs()).not.toContain(answered.plid);
  });
});
