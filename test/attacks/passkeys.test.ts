import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shownParts } from '../../workers/core/carrier/port.ts';
import { standInCarrier } from '../service/support/stand-in-carrier.ts';
import type Control from '../support/fakes/carrier-stand-in.ts';
import { signInToAccount } from '../support/fixtures/account-pages.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { hana } from '../support/fixtures/grants.ts';
import { registerRelyingParty, requestIdToken } from '../support/fixtures/openid.ts';
import {
  callback,
  createPasskey,
  type Oddities,
  openAt,
  Passkey,
  registerForPasskeys,
  signInByPasskey,
  signInByPhone,
} from '../support/fixtures/passkeys.ts';
import {
  changeSubscriber,
  leaveApp,
  newSubscriber,
  noticesOn,
  requestsOn,
  switchOffAutomaticLogin,
} from '../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, people, postForm, returned, steps } from '../support/fixtures/sign-in.ts';
import { administer, sendPeopleRequest } from '../support/requests/operator-requests.ts';
import { basic, jsonOf, requestToken, requestUser } from '../support/requests/service-requests.ts';
import { useWorld } from '../support/world/use-world.ts';

const isSignedIn = (shown: Shown) => shown.url.searchParams.has('code');

describe('with a passkey', () => {
  const world = useWorld({ half: 'service' });
  let application: Awaited<ReturnType<typeof registerForPasskeys>>;
  let owner: Awaited<ReturnType<typeof createPasskey>>;
  beforeAll(async () => {
    application = await registerForPasskeys(world);
  });
  beforeEach(async () => {
    owner = await createPasskey(world, application, { passkey: new Passkey(7) });
  });
  const signIn = (oddities?: Oddities, passkey = owner.passkey) =>
    signInByPasskey(world, application, passkey, oddities && { oddities });

  test.each<[string, Oddities]>([
    ['at a relay’s own site', { origin: 'https://login.example.com.evil.example' }],
    ['at another host of the operator', { origin: 'https://shop.example.com' }],
    ['over http', { origin: 'http://login.example.com' }],
    ['for another relying party', { rpId: 'example.com' }],
    ['for the creation of a passkey', { client: { type: 'webauthn.create' } }],
    ['in a frame', { client: { crossOrigin: true } }],
    ['in a frame of another site', { client: { topOrigin: 'https://evil.example' } }],
    ['without the user’s presence', { flags: 0x04 }],
    ['without verification of the user', { flags: 0x01 }],
    ['over a challenge of the attacker’s choice', { challenge: 'AAAA' }],
    ['for a user who doesn’t exist', { user: randomUUID() }],
    ['without a user', { user: '' }],
    ['for a name that isn’t a plid', { user: '../account' }],
    ['with a counter that fell', { counter: 7 }],
    ['without a counter, although it counts', { counter: 0 }],
  ])('nothing signs in that was signed %s', async (_, oddities) => {
    const page = await signIn(oddities);
    expect([page.status, isSignedIn(page)]).toEqual([400, false]);
  });

  test('the same signature signs in without an oddity', async () => {
    expect(isSignedIn(await signIn())).toBe(true);
  });

  test('another user’s handle signs no other user in', async () => {
    const victim = await createPasskey(world, application);
    const page = await signIn({ user: victim.passkey.user });
    expect([page.status, isSignedIn(page)]).toEqual([400, false]);
  });

  test('a signature of one sign-in signs in no other one, in this or in the attacker’s browser', async () => {
    const browser = new BrowserSession(world);
    const [page, other] = [
      await openAt(world, browser, application),
      await openAt(world, browser, application),
    ];
    const fields = owner.passkey.assert(page);
    const flow = (shown: Shown) =>
      shown.document.querySelector('#passkey [name=flow]')?.getAttribute('value') ?? '';
    const swapped = await browser.submit(other, fields, '#passkey');
    expect([swapped.status, flow(page) === flow(other)]).toEqual([400, false]);
    const attacker = new BrowserSession(world);
    const own = await openAt(world, attacker, application);
    expect((await attacker.submit(own, fields, '#passkey')).status).toBe(400);
    expect(isSignedIn(await attacker.submit(page, fields, '#passkey'))).toBe(false);
    expect(isSignedIn(await browser.submit(page, fields, '#passkey'))).toBe(true);
  });

  test('the attacker’s own key can’t be sent for the user’s credential', async () => {
    const own = await createPasskey(world, application, { passkey: new Passkey(50) });
    const browser = new BrowserSession(world);
    const page = await openAt(world, browser, application);
    const fields = {
      ...own.passkey.assert(page, { user: owner.passkey.user }),
      passkey: idOf(owner.passkey),
    };
    expect((await browser.submit(page, fields, '#passkey')).status).toBe(400);
  });

  const idOf = ({ id }: Passkey) => id.toString('base64url');

  test('a signature over another challenge can’t be sent with this one’s', async () => {
    const browser = new BrowserSession(world);
    const page = await openAt(world, browser, application);
    const { client_data = '' } = owner.passkey.assert(page);
    const fields = { ...owner.passkey.assert(page, { challenge: 'AAAA' }), client_data };
    expect((await browser.submit(page, fields, '#passkey')).status).toBe(400);
  });

  test.each([
    ['cut short', (text: string) => text.slice(0, -4)],
    ['with bytes behind it', (text: string) => `${text}AAAA`],
    ['of zeros', () => Buffer.from('3006020100020100', 'hex').toString('base64url')],
    ['with a long form of the same number', (text: string) => lengthen(text)],
    ['that isn’t Base64url', () => '!!'],
  ])('a signature %s is refused', async (_, change) => {
    const browser = new BrowserSession(world);
    const page = await openAt(world, browser, application);
    const fields = owner.passkey.assert(page);
    const sent = await browser.submit(
      page,
      { ...fields, signature: change(fields.signature ?? '') },
      '#passkey',
    );
    expect([sent.status, isSignedIn(sent)]).toEqual([400, false]);
  });

  test('a copied authenticator is refused, its passkey ends, and the owner gets a notice', async () => {
    expect(isSignedIn(await signIn())).toBe(true);
    expect((await signIn({ counter: 8 })).status).toBe(400);
    expect((await signIn({ counter: 99 })).status).toBe(400);
    await expect
      .poll(async () => (await noticesOn(world, owner.person.phoneNo)).map(({ kind }) => kind))
      .toContain('passkey_copied');
  });

  test('a counter of 0, which synced passkeys send, doesn’t count as a copy', async () => {
    const synced = await createPasskey(world, application, { passkey: new Passkey(0) });
    for (const _ of [1, 2]) expect(isSignedIn(await signIn({}, synced.passkey))).toBe(true);
  });

  test('what the user, the carrier, and the operator end ends the passkey', async () => {
    const { person } = owner;
    const ends: Record<string, (owned: typeof owner) => Promise<unknown>> = {
      leaving: ({ person: { phoneNo } }) => leaveApp(world, phoneNo),
      'automatic login switched off on the phone': ({ person: { phoneNo } }) =>
        switchOffAutomaticLogin(world, phoneNo, application.client_id),
      'disconnecting the application': async ({ person: user }) => {
        const browser = new BrowserSession(world);
        const page = await signInToAccount(browser, world, user);
        const asked = await browser.get(
          `${world.service}/account/disconnect?client_id=${application.client_id}`,
        );
        expect(page.status).toBe(200);
        await browser.submit(asked, {}, 'form[action="/account/disconnect"]');
      },
      'ending the automatic login of its browser': async ({ person: user }) => {
        const browser = new BrowserSession(world);
        const page = await signInToAccount(browser, world, user);
        await browser.submit(page, {}, 'form[action="/account/end-automatic-login"]');
      },
      'the operator’s command': ({ person: { phoneNo } }) =>
        sendPeopleRequest(world, 'end-passkeys', { phoneNo }),
      'the operator’s erasure': ({ person: { phoneNo } }) => sendPeopleRequest(world, 'erase', { phoneNo }),
      'deleting it at /account': async ({ person: user }) => {
        const browser = new BrowserSession(world);
        const page = await signInToAccount(browser, world, user);
        await browser.submit(page, {}, 'form[action="/account/end-passkey"]');
      },
      'a new owner of the number': async ({ person: user }) => {
        const other = { ...user, name: '새주인' };
        await changeSubscriber(world, user.phoneNo, { name: other.name, birthdate: '880101', gender: 'F' });
        await signInByPhone(world, application, { person: other });
      },
    };
    expect(person.phoneNo).not.toBe('');
    for (const [what, end] of Object.entries(ends)) {
      const owned = await createPasskey(world, application);
      await end(owned);
      const page = await signIn({}, owned.passkey);
      expect([what, page.status, isSignedIn(page)]).toEqual([what, 400, false]);
    }
  });

  test('ending an automatic login that a later sign-in has renewed ends the passkey, too', async () => {
    const mine = await registerForPasskeys(world);
    const owned = await createPasskey(world, mine);
    await administer(world, 'PATCH', `/${mine.client_id}`, { body: { attributes: ['ci', 'name'] } });
    await world.clock.advance(120);
    await signInByPhone(world, mine, owned);
    const browser = new BrowserSession(world);
    const page = await signInToAccount(browser, world, owned.person);
    await browser.submit(page, {}, 'form[action="/account/end-automatic-login"]');
    expect((await signInByPasskey(world, mine, owned.passkey)).status).toBe(400);
  });

  test('disconnecting the application after whose sign-in it was created ends it at every application', async () => {
    const [first, second] = [await registerForPasskeys(world), await registerForPasskeys(world)];
    const owned = await createPasskey(world, first);
    await signInByPhone(world, second, { person: owned.person, autoLogin: false });
    expect(isSignedIn(await signInByPasskey(world, second, owned.passkey))).toBe(true);
    const browser = new BrowserSession(world);
    await signInToAccount(browser, world, owned.person);
    const asked = await browser.get(`${world.service}/account/disconnect?client_id=${first.client_id}`);
    await browser.submit(asked, {}, 'form[action="/account/disconnect"]');
    expect((await signInByPasskey(world, second, owned.passkey)).status).toBe(400);
  });

  test('the passkey of a user other than the one that the request names isn’t accepted', async () => {
    const party = await registerRelyingParty(world, {
      ...{ redirect_uris: [callback], attributes: ['ci'], openid_automatic: true, passkeys: true },
    });
    const query = { scope: 'openid' };
    const named = await createPasskey(world, party, { query });
    const other = await createPasskey(world, party, { query });
    const code = codeOf(named.done);
    const answer = await requestIdToken(world, party, { code, redirect_uri: callback });
    const { id_token: id_token_hint } = (await answer.json()) as { id_token: string };
    const hinted = { query: { ...query, id_token_hint } };
    const shown = await signInByPasskey(world, party, other.passkey, hinted);
    expect(returned(shown)).toMatchObject({ error: 'login_required' });
    expect(isSignedIn(await signInByPasskey(world, party, named.passkey, hinted))).toBe(true);
  });

  test('the link of the new browser’s notice ends the passkey that this sign-in has created', async () => {
    const relayed = await createPasskey(world, application);
    const kinds = async () => (await noticesOn(world, relayed.person.phoneNo)).map(({ kind }) => kind);
    await expect.poll(kinds).toContain('new_browser');
    const notices = await noticesOn(world, relayed.person.phoneNo);
    const { end = '' } = notices.find(({ kind }) => kind === 'new_browser') ?? {};
    const victim = new BrowserSession(world);
    await victim.submit(await victim.get(end));
    expect((await signIn({}, relayed.passkey)).status).toBe(400);
  });

  test('a sign-in that its notice has ended creates no passkey afterwards', async () => {
    const { browser, person, page } = await signInByPhone(world, application);
    const find = async () =>
      (await noticesOn(world, person.phoneNo)).find(({ kind }) => kind === 'new_browser');
    await expect.poll(find).toBeDefined();
    const victim = new BrowserSession(world);
    await victim.submit(await victim.get((await find())?.end ?? ''));
    const late = new Passkey();
    await browser.submit(page, late.attest(page), '#create');
    expect((await signIn({}, late)).status).toBe(400);
  });

  describe('on the page before the code', () => {
    const flowOn = (page: Shown) => page.url.searchParams.get('flow') ?? '';
    const redeem = (shown: Shown) => {
      const headers = { Authorization: basic(application) };
      return requestToken(world, { code: codeOf(shown), redirect_uri: callback }, { headers });
    };

    test('a cancelled sign-in has no code and no passkey, in no copy of its cookie', async () => {
      const { browser, page } = await signInByPhone(world, application);
      const copy = browser.copy();
      const passkey = new Passkey();
      const fields = { ...passkey.attest(page), flow: flowOn(page) };
      await postForm(browser, steps.cancel, { flow: flowOn(page) });
      for (const each of [browser, copy]) {
        const sent = await each.submit(page, fields, '#create');
        expect([sent.status, isSignedIn(sent)]).toEqual([400, false]);
      }
      expect((await signIn({}, passkey)).status).toBe(400);
    });

    test('a code is issued once: a later copy doesn’t end the token', async () => {
      const { browser, page } = await signInByPhone(world, application);
      const copy = browser.copy();
      const token = await jsonOf(await redeem(await browser.submit(page, {}, '#create')));
      expect((await copy.submit(page, {}, '#create')).status).toBe(400);
      expect((await requestUser(world, token.access_token ?? '')).status).toBe(200);
    });

    test('neither a language nor more time makes it outlive the account’s grant', async () => {
      const { browser, page } = await signInByPhone(world, application);
      await world.clock.advance(500);
      await postForm(browser, '/oauth2/authorize/language', {
        flow: flowOn(page),
        page: 'wait',
        language: 'ko',
      });
      await postForm(browser, '/oauth2/authorize/longer', { flow: flowOn(page), page: 'wait' });
      const secondsOn = (shown: Shown) =>
        Number(shown.document.querySelector('#create')?.getAttribute('data-seconds'));
      expect(secondsOn(await browser.get(page.url))).toBe(secondsOn(page) - 500);
      await world.clock.advance(400);
      const late = await browser.submit(page, {}, '#create');
      expect([late.status, isSignedIn(late)]).toEqual([400, false]);
    });

    test('back to the form, to the consent, and another language lead to the page again', async () => {
      const { browser, page } = await signInByPhone(world, application);
      for (const path of ['sign-in', 'consent', 'wait']) {
        const shown = await browser.get(`${world.service}/oauth2/authorize/${path}?flow=${flowOn(page)}`);
        expect([path, shown.url.pathname]).toEqual([path, '/oauth2/authorize/passkey']);
      }
      const korean = await browser.submit(page, { language: 'ko' }, 'form[action$="/language"]');
      expect(korean.document.querySelector('html')?.getAttribute('lang')).toBe('ko');
      expect((await redeem(await browser.submit(korean, {}, '#create'))).status).toBe(200);
    });

    test('it continues if passkeys are switched off meanwhile', async () => {
      const mine = await registerForPasskeys(world);
      const { browser, page } = await signInByPhone(world, mine);
      await administer(world, 'PATCH', `/${mine.client_id}`, { body: { passkeys: false } });
      await world.clock.advance(120);
      const [passkey, copy] = [new Passkey(), browser.copy()];
      expect(isSignedIn(await browser.get(page.url))).toBe(true);
      expect(isSignedIn(await copy.submit(page, passkey.attest(page), '#create'))).toBe(true);
      const shown = await (await sendPeopleRequest(world, 'show', { plid: passkey.user })).json();
      expect(shown).toMatchObject({ passkeys: [] });
    });

    test('the notice says whether the number knew the browser', async () => {
      const { person } = await createPasskey(world, application);
      const find = async () =>
        (await noticesOn(world, person.phoneNo)).find(({ kind }) => kind === 'passkey');
      await expect.poll(find).toMatchObject({ context: { knownBrowser: false, automaticLogin: true } });
    });
  });

  test('a sign-in by passkey issues its code once, and not after the phone has approved the same sign-in', async () => {
    const browser = new BrowserSession(world);
    const page = await openAt(world, browser, application);
    const early = browser.copy();
    const code = codeOf(await browser.submit(page, owner.passkey.assert(page), '#passkey'));
    const headers = { Authorization: basic(application) };
    const token = await jsonOf(await requestToken(world, { code, redirect_uri: callback }, { headers }));
    const flow = page.document.querySelector('[name=flow]')?.getAttribute('value') ?? '';
    expect((await browser.get(`${world.service}/oauth2/authorize/wait?flow=${flow}`)).status).toBe(400);
    const byPhone = await early.submit(page, { ...owner.person, autoLogin: 'Y' }, '#sign-in');
    expect([byPhone.status, isSignedIn(byPhone)]).toEqual([400, false]);
    expect((await requestUser(world, token.access_token ?? '')).status).toBe(200);
  });

  test('a key that isn’t on the curve isn’t stored', async () => {
    const { browser, page } = await signInByPhone(world, application);
    const passkey = new Passkey();
    const { authenticator_data = '', ...fields } = passkey.attest(page);
    const data = Buffer.from(authenticator_data, 'base64url');
    data[data.length - 1] = (data.at(-1) ?? 0) ^ 1;
    await browser.submit(page, { ...fields, authenticator_data: data.toString('base64url') }, '#create');
    expect((await signIn({}, passkey)).status).toBe(400);
    const shown = await (await sendPeopleRequest(world, 'show', { plid: passkey.user })).json();
    expect(shown).toMatchObject({ passkeys: [] });
  });

  test('a form that has expired asks again, instead of blaming the passkey', async () => {
    const browser = new BrowserSession(world);
    const page = await openAt(world, browser, application);
    await world.clock.advance(700);
    const again = await browser.submit(page, owner.passkey.assert(page), '#passkey');
    expect([again.status, again.document.querySelector('[role=alert]')]).toEqual([200, null]);
    expect(isSignedIn(await browser.submit(again, owner.passkey.assert(again), '#passkey'))).toBe(true);
  });

  test('an application or a service that switches passkeys off accepts none, not even one that was offered before', async () => {
    const mine = await registerForPasskeys(world);
    const owned = await createPasskey(world, mine);
    const browser = new BrowserSession(world);
    const page = await openAt(world, browser, mine);
    const fields = owned.passkey.assert(page);
    await administer(world, 'PATCH', `/${mine.client_id}`, { body: { passkeys: false } });
    await world.clock.advance(120);
    expect((await browser.submit(page, fields, '#passkey')).status).toBe(400);
  });

  test('a browser in which the user hasn’t signed in by phone can’t create one', async () => {
    const victim = await newSubscriber(world);
    const attacker = new BrowserSession(world);
    const page = await openAt(world, attacker, application);
    const flow = page.document.querySelector('[name=flow]')?.getAttribute('value') ?? '';
    const fields = new Passkey().attest(owner.done.status === 302 ? await createPageOf(victim) : page);
    const sent = await postForm(attacker, '/oauth2/authorize/passkey/create', { ...fields, flow });
    expect(sent.headers.get('Location')).toBe(`/oauth2/authorize/wait?flow=${flow}`);
  });

  /** The page that offers a passkey to someone else. */
  async function createPageOf(person: typeof people.hana): Promise<Shown> {
    return (await signInByPhone(world, application, { person })).page;
  }

  test.each<[string, Oddities]>([
    ['at another site', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['for a signature', { client: { type: 'webauthn.get' } }],
    ['for another sign-in', { challenge: 'AAAA' }],
    ['without verification of the user', { flags: 0x01 }],
  ])('a passkey that was created %s isn’t stored, and the sign-in continues', async (_, oddities) => {
    const created = await createPasskey(world, application, { oddities });
    expect(isSignedIn(created.done)).toBe(true);
    expect((await signIn({}, created.passkey)).status).toBe(400);
  });

  test('a passkey can’t be stored twice in a sign-in', async () => {
    const person = await newSubscriber(world);
    const { browser, page } = await signInByPhone(world, application, { person });
    const [first, second] = [new Passkey(), new Passkey()];
    const early = browser.copy();
    await browser.submit(page, first.attest(page), '#create');
    await early.submit(page, second.attest(page), '#create');
    expect(isSignedIn(await signIn({}, first))).toBe(true);
    expect((await signIn({}, second)).status).toBe(400);
  });

  test('strangers who flood it reach their limit, store nothing, ring no phone, and lock no neighbor out', async () => {
    const headers = { 'CF-Connecting-IP': '203.0.113.77' };
    const neighbor = await createPasskey(world, application, {
      browser: new BrowserSession(world, { headers }),
    });
    const unknown = randomUUID();
    const storedOf = async (named: object) =>
      (await sendPeopleRequest(world, 'show', { ...named, reason: 'test' })).json();
    const stored = async () => [
      await storedOf({ plid: owner.passkey.user }),
      await storedOf({ plid: unknown }),
    ];
    const before = await stored();
    const asked = await requestsOn(world, owner.person.phoneNo);
    const attacker = new BrowserSession(world, { headers });
    const page = await openAt(world, attacker, application);
    const statuses = new Set<number>();
    for (let count = 0; count < 70; count += 1) {
      const fields = new Passkey().assert(page, { user: count % 2 === 0 ? owner.passkey.user : unknown });
      statuses.add((await attacker.submit(page, fields, '#passkey')).status);
    }
    expect([...statuses]).toEqual([400, 429]);
    expect(await stored()).toEqual(before);
    expect(await requestsOn(world, owner.person.phoneNo)).toEqual(asked);
    const { browser, passkey } = neighbor;
    browser.setCookie(world.service, `__Host-plid-device-${application.client_id}`, '');
    expect(isSignedIn(await signInByPasskey(world, application, passkey, { browser }))).toBe(true);
  });
});

describe('a relayed first sign-in', () => {
  const world = useWorld({
    half: 'service',
    workers: [standInCarrier],
    overrides: { 'plid-service-authorize': { vars: { NUMBER_MATCHING: 'S=none', SHOWN_REQUIRED: 'Y' } } },
  });
  let control: Pick<Control, 'answer' | 'taken' | 'letEachPhoneApproveItsOwn'>;
  beforeAll(async () => {
    control = await world.harness.exported('plid-carrier');
    await control.letEachPhoneApproveItsOwn();
  });

  test.each([
    ['from a country other than the phone’s', 'K', { country: 'US' }, [...shownParts]],
    ['whose phone doesn’t ask for the number', 'S', undefined, [...shownParts]],
    ['whose phone hasn’t shown automatic login', 'K', undefined, ['application' as never]],
  ])('%s registers no passkey of the attacker', async (_, telcoCd, phone, shown) => {
    const confirmation = { status: 'requested' as const, requestId: 'r1', shown };
    const outcome = { status: 'approved' as const, identity: hana, ...(phone && { phone }) };
    await control.answer({ confirmation, outcome });
    const application = await registerForPasskeys(world);
    const person = {
      ...people.hana,
      telcoCd,
      phoneNo: `0108877${String(1000 + telcoCd.charCodeAt(0) + shown.length)}`,
    };
    const relay = new BrowserSession(world);
    const { page } = await signInByPhone(world, application, { browser: relay, person });
    expect(isSignedIn(page)).toBe(true);
    const flow =
      [...relay.cookies(world.service).keys()]
        .find((name) => name.includes('sign-in'))
        ?.split('sign-in-')[1] ?? '';
    const forged = await relay.get(`${world.service}/oauth2/authorize/passkey?flow=${flow}`);
    expect(forged.document.querySelector('#create')).toBeNull();
    const sent = await postForm(relay, '/oauth2/authorize/passkey/create', { flow });
    expect(sent.headers.get('Location')).toBe(`/oauth2/authorize/wait?flow=${flow}`);
  });
});

describe('a service without passkeys', () => {
  const world = useWorld({
    half: 'service',
    overrides: { 'plid-service-authorize': { vars: { PASSKEYS: 'N' } } },
  });

  test('offers none and accepts none', async () => {
    const application = await registerForPasskeys(world);
    const { page, person } = await signInByPhone(world, application);
    expect(isSignedIn(page)).toBe(true);
    const browser = new BrowserSession(world);
    const form = await browser.get(
      authorizeUrl(world, { client_id: application.client_id, redirect_uri: callback }),
    );
    expect(form.document.querySelector('#passkey')).toBeNull();
    const flow = form.document.querySelector('[name=flow]')?.getAttribute('value') ?? '';
    const sent = await postForm(browser, '/oauth2/authorize/passkey', { flow });
    expect(sent.status).toBe(400);
    expect(person.phoneNo).not.toBe('');
  });
});

/** The same DER signature, with a needless zero before its first number. */
function lengthen(text: string): string {
  const der = Buffer.from(text, 'base64url');
  const length = der[3] ?? 0;
  const first = Buffer.concat([Buffer.from([0x02, length + 1, 0]), der.subarray(4, 4 + length)]);
  const rest = Buffer.concat([first, der.subarray(4 + length)]);
  return Buffer.concat([Buffer.from([0x30, rest.length]), rest]).toString('base64url');
}
