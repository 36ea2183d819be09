/** Everything that people, applications, carriers, operators and attackers do, in turn. */
import { randomUUID } from 'node:crypto';
import { administer, registerApplication, reportSubscriber } from '../requests/operator-requests.ts';
import { basic, jsonOf, requestDisconnect, requestToken, requestUser } from '../requests/service-requests.ts';
import { applications } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';
import { disconnectOn, openAccount, signInToAccount } from './account-pages.ts';
import { BrowserSession, type Shown } from './browser-session.ts';
import { challengeOf } from './grants.ts';
import { approveOn, denyOn, leaveApp, newSubscriber, registerAgain } from './phones.ts';
import { authorizeUrl, codeOf, type Person, people, signIn } from './sign-in.ts';

const { client_id, redirect_uri } = applications.bank;
const toBank = { client_id, redirect_uri };
const consentPath = '/oauth2/authorize/consent';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const json = { 'Content-Type': 'application/json' };

/** Signs in at the gateway, as far as the phone allows. */
async function enter(world: World, person: Person, fields: Record<string, string> = {}) {
  const browser = new BrowserSession(world);
  const page = await browser.submit(
    await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`),
    { ...person, ...fields },
  );
  const end = page.url.pathname === consentPath ? await browser.submit(page) : page;
  return { browser, page, end };
}

const post = (browser: BrowserSession, world: World, route: string, body = '') =>
  browser.fetch(`${world.gateway}/auth/${route}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...form, Origin: new URL(world.gateway).origin },
    body,
  });

/** People who sign in at the gateway, with phones of every kind. */
export async function signInsAtGateway(world: World): Promise<void> {
  for (const person of Object.values(people)) await enter(world, person);
  await enter(world, { ...people.hana, name: '다른이름이다' });
  await enter(world, { name: '없는사람이다', phoneNo: '+82 10-9876-5432', telcoCd: 'K' });
  await enter(world, { name: '<script>', phoneNo: '02-123-4567', telcoCd: 'X' });

  const waiting = await enter(world, await newSubscriber(world, 'waits'));
  await waiting.browser.submit(waiting.page, {}, 'form[action$="/cancel"]');
  for (const answer of [approveOn, denyOn]) {
    const person = await newSubscriber(world, 'waits');
    const { browser, page } = await enter(world, person);
    await browser.fetch(page.url.href.replace('/wait', '/status'));
    await answer(world, person.phoneNo);
    await browser.get(page.url);
  }
  const silent = await enter(world, await newSubscriber(world, 'silent'));
  await world.clock.advance(121);
  await silent.browser.get(silent.page.url);
}

/** A person who logs in automatically, and then leaves in every way there is. */
export async function automaticLogins(world: World): Promise<void> {
  const person = await newSubscriber(world);
  const { phoneNo } = person;
  const { browser } = await enter(world, person, { autoLogin: 'Y' });
  await browser.get(`${world.gateway}/auth/sessions`);
  await post(browser, world, 'logout', 'everywhere=Y');
  await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
  await post(browser, world, 'disconnect');
  await reportSubscriber(world, 'automatic-logins', { phoneNo });
  await reportSubscriber(world, 'end-automatic-logins', { phoneNo, client_id: applications.shop.client_id });
  await reportSubscriber(world, 'leave', { phoneNo: `${phoneNo}0` });
  await leaveApp(world, phoneNo);
  await registerAgain(world, phoneNo);
  await enter(world, person);
}

/** A person who looks at their connections, and ends them. */
export async function accountPages(world: World): Promise<void> {
  const person = await newSubscriber(world);
  const { browser } = await enter(world, person, { autoLogin: 'Y' });
  await signIn(browser, world, person, { query: toBank });
  const page = await signInToAccount(browser, world, person);
  await browser.submit(page, {}, 'form[action$="/end-automatic-login"]');
  await disconnectOn(browser, page, `client_id=${toBank.client_id}`);
  const rest = await openAccount(browser, world);
  await browser.submit(rest, { device: person.phoneNo }, 'form[action$="/sign-out"]');
  await browser.get(`${world.service}/account/signed-in?code=${randomUUID()}&state=${person.phoneNo}`);
  await browser.get(`${world.service}/account/disconnect?client_id=${person.phoneNo}`);
}

/** A server of an application, with every mistake that it can make. */
export async function applicationCalls(world: World): Promise<void> {
  const { shop, bank } = applications;
  const code_verifier = randomUUID() + randomUUID();
  const challenge = { code_challenge: challengeOf(code_verifier), code_challenge_method: 'S256' };
  const query = { state: randomUUID(), prompt: 'login' };
  const newCode = async (more = {}) =>
    codeOf(
      await signIn(new BrowserSession(world), world, await newSubscriber(world), {
        query: { ...query, ...more },
      }),
    );

  const code = await newCode();
  for (const Authorization of [
    basic(bank),
    basic({ ...shop, client_secret: bank.client_secret }),
    `Basic ${shop.client_secret}`,
    `Bearer ${code}`,
    '',
  ])
    await requestToken(world, { code }, { headers: { Authorization } });
  await requestToken(world, JSON.stringify({ code }), { headers: json });
  await requestToken(world, { code, redirect_uri: `https://evil.example/${code}` });
  const { access_token = '' } = await jsonOf(
    await requestToken(world, { code, ...shop, state: randomUUID() }),
  );
  const { user } = await jsonOf(await requestUser(world, access_token));
  await requestUser(world, code);
  await requestToken(world, { code });
  await requestUser(world, access_token);
  await requestToken(world, { code: access_token });

  const proven = await newCode(challenge);
  for (const verifier of ['', 'wrong'.repeat(10), code_verifier])
    await requestToken(world, { code: proven, code_verifier: verifier });
  const plid = user?.plid ?? '';
  for (const headers of [{ Authorization: basic(bank) }, { Authorization: `Basic ${plid}` }, {}, {}])
    await requestDisconnect(world, { plid }, { headers });
  for (const changes of [
    { redirect_uri: `https://evil.example/${code}` },
    { client_id: code },
    { state: code.repeat(9) },
  ])
    await world.fetch(authorizeUrl(world, changes));
}

/** An application without a server, both of the gateway's proxies, and callbacks without a sign-in. */
export async function gatewayCalls(world: World): Promise<void> {
  const code_verifier = randomUUID() + randomUUID();
  const send = (route: string, body: object) =>
    world.fetch(`${world.gateway}/auth/${route}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
  const begin = { code_challenge: challengeOf(code_verifier), code_challenge_method: 'S256' };
  for (const route of ['session', 'token']) {
    const { authorize_url, state } = (await (await send('login', begin)).json()) as Record<string, string>;
    const code = await codeInApp(world, authorize_url ?? '');
    const claim = { grant_type: 'authorization_code', code, state: state ?? '', code_verifier };
    const asForm = { method: 'POST', headers: form, body: new URLSearchParams(claim).toString() };
    const exchange = () => world.fetch(`${world.gateway}/auth/token`, asForm);
    await send('session', { ...claim, code_verifier: 'x'.repeat(43) });
    const taken = await (route === 'session' ? send(route, claim) : exchange());
    await send('session', claim);
    await exchange();
    const { session, access_token } = (await taken.json()) as Record<string, string>;
    for (const bearer of [session, access_token, code]) {
      const headers = { Authorization: `Bearer ${bearer}` };
      await world.fetch(`${world.gateway}/auth/session`, { headers });
      await world.fetch(`${world.gateway}/auth/user`, { headers });
    }
  }
  const { browser, end } = await enter(world, await newSubscriber(world));
  await browser.get(`${world.gateway}/auth/login?return_to=//evil.example`);
  for (const visitor of [browser, new BrowserSession(world)])
    await visitor.get(`${world.gateway}/auth/callback?code=${randomUUID()}&state=${end.url.href}`);
  for (const route of ['disconnect', 'disconnect', 'logout']) await post(browser, world, route);
}

/** Shows the sign-in in the app's WebView, and catches the callback. @returns the code. */
export async function codeInApp(world: World, authorize_url: string): Promise<string> {
  const webView = new BrowserSession(world, { visitable: (url) => url.pathname !== '/auth/callback' });
  const page: Shown = await webView.submit(await webView.get(authorize_url), await newSubscriber(world));
  return codeOf(await webView.submit(page));
}

/** An operator, and an impostor. */
export async function operatorCalls(world: World): Promise<void> {
  const { client_id } = await registerApplication(world);
  const path = `/${client_id}`;
  await administer(world, 'GET', path);
  await administer(world, 'GET');
  await administer(world, 'PATCH', path, { body: { redirect_uris: ['javascript:alert(1)'] } });
  await administer(world, 'PATCH', path, { body: { reads: 'once' } });
  const rotated = await administer(world, 'POST', `${path}/secrets`);
  const { secrets } = (await rotated.json()) as { secrets: { id: string }[] };
  await administer(world, 'DELETE', `${path}/secrets/${secrets[1]?.id}`);
  await administer(world, 'GET', '', { headers: { Authorization: `Bearer ${randomUUID()}` } });
  await administer(world, 'POST', '', { body: `{"client_secret":"${randomUUID()}"` });
  const exported = await administer(world, 'GET', '-export');
  const { applications } = (await exported.json()) as { applications: { client_id: string }[] };
  const own = applications.find((application) => application.client_id === client_id);
  for (const replace of [true, false])
    await administer(world, 'POST', '-import', { body: { ...own, replace } });
  await administer(world, 'POST', `${path}/events/resend`, { body: {} });
  await administer(world, 'DELETE', path);
}
