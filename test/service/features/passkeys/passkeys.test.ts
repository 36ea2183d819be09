import { describe, expect, test } from 'vitest';
import { phoneAcr } from '../../../../workers/openid/acr.ts';
import { passkeyLifetime } from '../../../../workers/service/settings/service-lifetimes.ts';
import { BrowserSession, type Shown } from '../../../support/fixtures/browser-session.ts';
import { openIdUrl, registerRelyingParty, requestIdToken } from '../../../support/fixtures/openid.ts';
import {
  callback,
  createPasskey,
  openAt,
  Passkey,
  registerForPasskeys,
  signInByPasskey,
  signInByPhone,
} from '../../../support/fixtures/passkeys.ts';
import { noticesOn, requestsOn } from '../../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, returned } from '../../../support/fixtures/sign-in.ts';
import { sendPeopleRequest } from '../../../support/requests/operator-requests.ts';
import {
  basic,
  type Credentials,
  decryptField,
  jsonOf,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const redeem = (application: Credentials, code: string) =>
  requestToken(world, { code, redirect_uri: callback }, { headers: { Authorization: basic(application) } });
/** The user record that the application reads after a sign-in. */
async function userAfter(application: Credentials, shown: Shown) {
  const token = await jsonOf(await redeem(application, codeOf(shown)));
  const { user = {} as Record<string, string> } = await jsonOf(
    await requestUser(world, token.access_token ?? ''),
  );
  return { token, user };
}
const isSignedIn = (shown: Shown) => shown.url.searchParams.has('code');
const asksForNumber = ({ document }: Shown) => document.querySelector('[name=phoneNo]') !== null;
const offersPasskey = ({ document }: Shown) => document.querySelector('#passkey') !== null;

describe('a sign-in with a passkey', () => {
  test('is answered as an automatic login, and costs no request to the phone', async () => {
    const application = await registerForPasskeys(world, { login_facts: true });
    const { passkey, person, done } = await createPasskey(world, application);
    const first = await userAfter(application, done);
    const asked = await requestsOn(world, person.phoneNo);
    const { token, user } = await userAfter(application, await signInByPasskey(world, application, passkey));
    expect(token).toMatchObject({
      auth_time: await world.clock.now(),
      amr: ['pop', 'user'],
      risk: 'nothing',
    });
    expect(user).toMatchObject({ autoLoginYn: 'Y', autoStatusCheck: 'N' });
    expect(Object.keys(user)).toEqual(Object.keys(first.user));
    expect([user.plid, decryptField(user.ci ?? '', application.client_secret)]).toEqual([
      first.user.plid,
      '',
    ]);
    expect(await requestsOn(world, person.phoneNo)).toEqual(asked);
  });

  test('works again, at another application that the user is connected to, and after automatic login', async () => {
    const [books, papers] = [await registerForPasskeys(world), await registerForPasskeys(world)];
    const { passkey, person } = await createPasskey(world, books);
    await signInByPhone(world, papers, { person, autoLogin: false });
    await world.clock.advance(15 * 86_400);
    for (const application of [papers, books, papers])
      expect(isSignedIn(await signInByPasskey(world, application, passkey))).toBe(true);
  });

  test('repeats the code of a form that is sent twice, until the code is redeemed', async () => {
    const application = await registerForPasskeys(world);
    const { passkey } = await createPasskey(world, application);
    const browser = new BrowserSession(world);
    const page = await openAt(world, browser, application);
    const fields = passkey.assert(page);
    const early = browser.copy();
    const first = codeOf(await browser.submit(page, fields, '#passkey'));
    codeOf(await early.submit(page, fields, '#passkey'));
    expect((await redeem(application, first)).status).toBe(200);
    const late = new BrowserSession(world);
    expect((await late.submit(page, fields, '#passkey')).status).toBe(400);
  });

  test('is listed at /account, as one of a new device if no number knows the browser', async () => {
    const application = await registerForPasskeys(world);
    const { passkey, person } = await createPasskey(world, application);
    await world.clock.advance(60);
    await signInByPasskey(world, application, passkey);
    const shown = await sendPeopleRequest(world, 'show', { phoneNo: person.phoneNo });
    const { signIns, passkeys } = (await shown.json()) as { signIns: object[]; passkeys: object[] };
    const { client_id } = application;
    const at = await world.clock.now();
    expect(signIns[0]).toMatchObject({ client_id, at, known: false });
    expect(passkeys).toMatchObject([{ created: at - 60, used: at }]);
  });

  test('has its own facts in an id_token', async () => {
    const application = await registerRelyingParty(world, {
      redirect_uris: [callback],
      attributes: ['ci'],
      openid_automatic: true,
      passkeys: true,
    });
    const query = { scope: 'openid', redirect_uri: callback };
    const { passkey } = await createPasskey(world, application, { query });
    const code = codeOf(await signInByPasskey(world, application, passkey, { query }));
    const answer = await requestIdToken(world, application, { code, redirect_uri: callback });
    const { id_token } = (await answer.json()) as { id_token: string };
    const claims = JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ auth_time: await world.clock.now(), amr: ['pop', 'user'] });
  });
});

describe('the phone is still needed', () => {
  test.each(['login', 'select_account'])('for a request with prompt=%s', async (prompt) => {
    const application = await registerForPasskeys(world);
    const page = await openAt(world, new BrowserSession(world), application, { prompt });
    expect([asksForNumber(page), offersPasskey(page)]).toEqual([true, false]);
  });

  test.each([
    ['max_age', { max_age: '600' }],
    ['acr_values of the phone only', { acr_values: phoneAcr }],
  ])('for a request of OpenID Connect with %s', async (_, more: Record<string, string>) => {
    const fields = { redirect_uris: [callback], openid_automatic: true, passkeys: true };
    const application = await registerRelyingParty(world, fields);
    const open = (query: Record<string, string>) =>
      new BrowserSession(world).get(openIdUrl(world, application, { redirect_uri: callback, ...query }));
    expect([offersPasskey(await open({})), offersPasskey(await open(more))]).toEqual([true, false]);
  });

  test('for a first and for a changed consent', async () => {
    const [books, papers] = [await registerForPasskeys(world), await registerForPasskeys(world)];
    const { passkey } = await createPasskey(world, books);
    const page = await signInByPasskey(world, papers, passkey);
    expect([page.status, asksForNumber(page), page.text.includes('the service needs your phone')]).toEqual([
      400,
      true,
      true,
    ]);
  });

  test('if the application asks for a higher age than the one at which the passkey was created', async () => {
    const [books, pub] = [
      await registerForPasskeys(world),
      await registerForPasskeys(world, { minimum_age: 19 }),
    ];
    const { passkey, person } = await createPasskey(world, books);
    await signInByPhone(world, pub, { person, autoLogin: false });
    expect((await signInByPasskey(world, pub, passkey)).status).toBe(400);
  });

  test('with prompt=none, which shows no page', async () => {
    const application = await registerForPasskeys(world);
    await createPasskey(world, application);
    const shown = await new BrowserSession(world).get(
      authorizeUrl(world, { client_id: application.client_id, redirect_uri: callback, prompt: 'none' }),
    );
    expect(returned(shown)).toMatchObject({ error: 'login_required' });
  });
});

describe('the page that offers a passkey', () => {
  test('is shown once to a browser, and continues without one', async () => {
    const application = await registerForPasskeys(world);
    const { browser, person, page } = await signInByPhone(world, application);
    expect(page.url.pathname).toBe('/oauth2/authorize/passkey');
    codeOf(await browser.submit(page, {}, '#create'));
    const again = await signInByPhone(world, application, { browser, person, query: { prompt: 'login' } });
    expect(isSignedIn(again.page)).toBe(true);
  });

  test.each([
    ['without automatic login', { autoLogin: false }],
    ['that excludes automatic login', { query: { prompt: 'login' } }],
  ])('is not shown after a sign-in %s', async (_, options) => {
    const { page } = await signInByPhone(world, await registerForPasskeys(world), options);
    expect(isSignedIn(page)).toBe(true);
  });

  test.each([
    [
      'KakaoTalk',
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 KAKAOTALK/11',
    ],
    [
      'a WebView',
      'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Version/4.0 Chrome/140.0 Mobile Safari/537.36',
    ],
  ])('is not shown in %s, which has no passkeys', async (_, userAgent) => {
    const browser = new BrowserSession(world, { headers: { 'User-Agent': userAgent } });
    const application = await registerForPasskeys(world);
    expect(offersPasskey(await openAt(world, browser, application))).toBe(false);
    expect(isSignedIn((await signInByPhone(world, application, { browser })).page)).toBe(true);
  });

  test('is not shown in an application’s WebView, which the request names', async () => {
    const application = await registerForPasskeys(world);
    const query = { isHybrid: 'Y' };
    expect(offersPasskey(await openAt(world, new BrowserSession(world), application, query))).toBe(false);
    expect(isSignedIn((await signInByPhone(world, application, { query })).page)).toBe(true);
  });

  test('leaves the code redeemable after minutes, and the code’s own minute starts then', async () => {
    const application = await registerForPasskeys(world);
    const { browser, page } = await signInByPhone(world, application);
    await world.clock.advance(240);
    const code = codeOf(await browser.submit(page, {}, '#create'));
    await world.clock.advance(59);
    expect((await redeem(application, code)).status).toBe(200);
  });

  test('sends the number’s owner a notice, with a link that ends it', async () => {
    const application = await registerForPasskeys(world);
    const { passkey, person } = await createPasskey(world, application);
    await expect
      .poll(async () => (await noticesOn(world, person.phoneNo)).map(({ kind }) => kind))
      .toContain('passkey');
    const { end = '' } =
      (await noticesOn(world, person.phoneNo)).find(({ kind }) => kind === 'passkey') ?? {};
    const owner = new BrowserSession(world);
    const page = await owner.get(end);
    expect(isSignedIn(await signInByPasskey(world, application, passkey))).toBe(true);
    const ended = await owner.submit(page);
    expect(ended.url.searchParams.get('notice')).toBe('noticeEnded');
    expect((await signInByPasskey(world, application, passkey)).status).toBe(400);
  });
});

test('a passkey ends 180 days after it was created, used or not', async () => {
  const application = await registerForPasskeys(world);
  const { passkey } = await createPasskey(world, application);
  await world.clock.advance(passkeyLifetime - 60);
  expect(isSignedIn(await signInByPasskey(world, application, passkey))).toBe(true);
  await world.clock.advance(60);
  expect((await signInByPasskey(world, application, passkey)).status).toBe(400);
});

test('an account keeps ten passkeys, and the oldest one makes room', async () => {
  const application = await registerForPasskeys(world);
  const first = await createPasskey(world, application);
  const { person } = first;
  await world.clock.advance(60);
  const second = await createPasskey(world, application, { person });
  for (let count = 2; count < 11; count += 1) {
    await world.clock.advance(60);
    await createPasskey(world, application, { person, passkey: new Passkey() });
  }
  expect((await signInByPasskey(world, application, first.passkey)).status).toBe(400);
  expect(isSignedIn(await signInByPasskey(world, application, second.passkey))).toBe(true);
});
