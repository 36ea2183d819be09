import assert from 'node:assert/strict';
import { administer, registerApplication, reportSubscriber } from '../requests/operator-requests.ts';
import {
  accessTokenFor,
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../requests/service-requests.ts';
import type { World } from '../world/world.ts';
import { BrowserSession } from './browser-session.ts';
import { App } from './native-app.ts';
import { newSubscriber } from './phones.ts';
import { codeOf, type Person, signIn } from './sign-in.ts';

/**
 * One person's way through every call that a worker makes to an object: the login of a browser, of an app and of an application of its own, a repeat,
 * an automatic login, log-outs, disconnecting, leaving, and an application that is changed.
 * @param described fields of the application's registration that differ from the usual ones.
 * @throws if an answer of any step is not as it should be.
 */
export async function walk(world: World, described: object = {}): Promise<void> {
  const person = await newSubscriber(world);
  await walkAtGateway(world, person);
  await walkOfApp(world, person);
  await walkOfApplication(world, person);
  await walkOfOperator(world, described);
  const left = await reportSubscriber(world, 'leave', { phoneNo: person.phoneNo });
  assert.equal(left.status, 200, 'leaving');
}

async function walkAtGateway(world: World, person: Person): Promise<void> {
  const browser = new BrowserSession(world);
  const user = async () => {
    const answer = await browser.fetch(`${world.gateway}/auth/session`);
    return answer.status === 200
      ? (JSON.parse(await answer.text()) as { user: { name: string } }).user
      : undefined;
  };
  const post = async (path: string, body = '') => {
    const headers = {
      Origin: world.gateway,
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const answer = await browser.fetch(`${world.gateway}${path}`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200, path);
  };
  const logIn = async (): Promise<void> => {
    const page = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
    if (page.url.pathname === '/auth/session') return;
    const next = await browser.submit(page, { ...person, autoLogin: 'Y' });
    if (next.url.pathname.endsWith('/consent')) await browser.submit(next, { autoLogin: 'Y' });
  };

  await logIn();
  assert.equal((await user())?.name, person.name, 'the first login');
  const listed = await browser.fetch(`${world.gateway}/auth/sessions`);
  assert.equal(JSON.parse(await listed.text()).sessions.length, 1, 'the list of sessions');
  await post('/auth/logout');
  assert.equal(await user(), undefined, 'logged out');
  await logIn();
  assert.equal((await user())?.name, person.name, 'the second login');
  await post('/auth/logout', 'everywhere=Y');
  assert.equal(await user(), undefined, 'logged out everywhere');
  await logIn();
  await post('/auth/disconnect');
  assert.equal(await user(), undefined, 'disconnected');
}

async function walkOfApp(world: World, person: Person): Promise<void> {
  for (const end of ['session', 'token'] as const) {
    const app = new App(world);
    const { authorize_url, state } = await app.start();
    const browser = new BrowserSession(world, { visitable: (url) => url.pathname !== '/auth/callback' });
    const page = await browser.submit(await browser.get(authorize_url), person);
    const code = codeOf(page.url.pathname.endsWith('/consent') ? await browser.submit(page) : page);
    const send = (sent: string) =>
      end === 'token'
        ? app.token({ code: sent, state })
        : app.post('/auth/session', { code: sent, state, code_verifier: app.verifier });
    assert.equal((await send(code)).status, 200, `an app's ${end}`);
    assert.equal((await send(code)).status, end === 'token' ? 400 : 200, `an app's ${end}, asked again`);
    assert.equal((await send('another')).status, 400, `an app's ${end}, with another code`);
  }
}

async function walkOfApplication(world: World, person: Person): Promise<void> {
  const code = codeOf(await signIn(new BrowserSession(world), world, person));
  const token = await accessTokenFor(world, { code });
  const { user } = await jsonOf(await requestUser(world, token));
  assert.ok(user?.name, 'the user record');
  assert.equal((await requestToken(world, { code })).status, 500, 'a code sent again');
  assert.equal((await requestUser(world, token)).status, 401, 'the token of that code');
  assert.equal((await requestDisconnect(world, { plid: user.plid })).status, 200, 'disconnecting');
}

async function walkOfOperator(world: World, described: object): Promise<void> {
  const name = `서점 ${crypto.randomUUID().slice(0, 8)}`;
  const { client_id } = await registerApplication(world, { name, ...described });
  const path = `/${client_id}`;
  assert.equal((await administer(world, 'PATCH', path, { body: { reads: 'once' } })).status, 200, 'a change');
  assert.equal((await administer(world, 'POST', `${path}/secrets`)).status, 201, 'a new secret');
  assert.equal((await administer(world, 'DELETE', path)).status, 204, 'a deletion');
}
