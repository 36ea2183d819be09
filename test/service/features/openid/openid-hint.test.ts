import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import {
  openIdUrl,
  redirect_uri,
  registerRelyingParty,
  signInAt,
  tokensOf,
} from '../../../support/fixtures/openid.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { authorizeUrl, people, returned } from '../../../support/fixtures/sign-in.ts';
import { basic, pushRequest } from '../../../support/requests/service-requests.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const login_required = { error: 'login_required' };

/** A browser that signs a user in automatically at an application, and the id_token of their sign-in. */
async function loggedIn() {
  const application = await registerRelyingParty(world, { openid_automatic: true });
  const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
  const end = await signInAt(world, application, person, { browser, autoLogin: true });
  const { id_token } = await tokensOf(world, application, end);
  const ask = (id_token_hint: string, prompt?: string) =>
    browser.get(openIdUrl(world, application, { id_token_hint, prompt }));
  return { application, browser, person, id_token, ask };
}
type LoggedIn = Awaited<ReturnType<typeof loggedIn>>;

describe('an id_token_hint', () => {
  test('of the automatically signed-in user allows prompt=none, however old it is', async () => {
    const { ask, id_token } = await loggedIn();
    await world.clock.advance(86_400);
    expect(returned(await ask(id_token, 'none'))).toHaveProperty('code');
  });

  test.each<[string, (login: LoggedIn) => Promise<string>]>([
    [
      'of another user',
      async ({ application }) =>
        (await tokensOf(world, application, await signInAt(world, application, people.hana))).id_token,
    ],
    [
      'of another application',
      async ({ person }) => {
        const other = await registerRelyingParty(world);
        return (await tokensOf(world, other, await signInAt(world, other, person))).id_token;
      },
    ],
    ['that was changed', async ({ id_token }) => `${id_token.slice(0, -4)}AAAA`],
    ['that is invalid', async () => 'eyJ.eyJ.x'],
  ])('%s returns login_required for prompt=none, and prompts the phone without it', async (_, hint) => {
    const login = await loggedIn();
    const sent = await hint(login);
    expect(returned(await login.ask(sent, 'none'))).toMatchObject(login_required);
    expect((await login.ask(sent)).text).toContain('name="phoneNo"');
    expect(returned(await login.ask(login.id_token, 'none'))).toHaveProperty('code');
  });

  test('of a user lets only that user sign in with their phone', async () => {
    const { application, person, id_token } = await loggedIn();
    const query = { id_token_hint: id_token, state: 'a state' };
    const [own, other] = [new BrowserSession(world), new BrowserSession(world)];
    expect(returned(await signInAt(world, application, person, { browser: own, query }))).toHaveProperty(
      'code',
    );
    const end = await signInAt(world, application, people.hana, { browser: other, query });
    expect(returned(end)).toMatchObject({ ...login_required, state: 'a state' });
    expect(returned(end)).not.toHaveProperty('code');
  });

  test('of an unknown user lets any user sign in', async () => {
    const { application, person } = await loggedIn();
    const end = await signInAt(world, application, person, { query: { id_token_hint: 'eyJ.eyJ.x' } });
    expect(returned(end)).toHaveProperty('code');
  });

  test('can be posted, and appears in no URL', async () => {
    const { application, browser, id_token } = await loggedIn();
    const others = (await tokensOf(world, application, await signInAt(world, application, people.hana)))
      .id_token;
    const post = async (id_token_hint: string) => {
      const [path = '', body = ''] = openIdUrl(world, application, { id_token_hint, prompt: 'none' }).split(
        '?',
      );
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const answer = await world.fetch(path, { method: 'POST', headers, body });
      const location = answer.headers.get('Location') ?? '';
      expect([answer.status, location.includes(id_token_hint)]).toEqual([303, false]);
      return returned(await browser.get(new URL(location, world.service)));
    };
    expect(await post(id_token)).toHaveProperty('code');
    expect(await post(others)).toMatchObject(login_required);
  });

  test('can be pushed', async () => {
    const { application, browser, id_token } = await loggedIn();
    const { client_id } = application;
    const hana = await signInAt(world, application, people.hana);
    const others = (await tokensOf(world, application, hana)).id_token;
    const push = async (id_token_hint: string) => {
      const fields = { client_id, redirect_uri, scope: 'openid', prompt: 'none', id_token_hint };
      const answer = await pushRequest(world, fields, { headers: { Authorization: basic(application) } });
      const { request_uri } = (await answer.json()) as { request_uri: string };
      return returned(await browser.get(authorizeUrl(world, { client_id, request_uri })));
    };
    expect(await push(id_token)).toHaveProperty('code');
    expect(await push(others)).toMatchObject(login_required);
  });

  test('that is malformed is rejected for an OpenID Connect application', async () => {
    const { application, ask, browser } = await loggedIn();
    expect(returned(await ask('a b'))).toMatchObject({ error: 'invalid_request' });
    const plain = openIdUrl(world, application, { id_token_hint: 'a b', scope: undefined });
    expect((await browser.get(plain)).text).toContain('name="phoneNo"');
  });
});
