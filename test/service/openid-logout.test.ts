import { expect, test } from 'vitest';
import { BrowserSession } from '../support/people/browser-session.ts';
import {
  openIdUrl,
  redirect_uri,
  registerRelyingParty,
  signInAt,
  tokensOf,
} from '../support/people/openid.ts';
import { newSubscriber } from '../support/people/phones.ts';
import { returned } from '../support/people/sign-in.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const path = '/oauth2/openid/logout';

/** A browser that logs in automatically at an application, and the id_token of its login there. */
async function loggedIn() {
  const application = await registerRelyingParty(world, { openid_automatic: true });
  const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
  const end = await signInAt(world, application, person, { browser, autoLogin: true });
  const { id_token } = await tokensOf(world, application, end);
  return { application, browser, person, id_token };
}
type LoggedIn = Awaited<ReturnType<typeof loggedIn>>;

const urlOf = (query: Record<string, string>) => `${world.service}${path}?${new URLSearchParams(query)}`;
const isAutomatic = async ({ browser, application }: Pick<LoggedIn, 'browser' | 'application'>) =>
  'code' in returned(await browser.get(openIdUrl(world, application, { prompt: 'none' })));

test('a log-out ends the automatic login of this browser at the application, and leads back with the state', async () => {
  const login = await loggedIn();
  const { application, browser, id_token, person } = login;
  const other = await loggedIn();
  const elsewhere = new BrowserSession(world);
  await signInAt(world, application, person, { browser: elsewhere, autoLogin: true });
  expect(await isAutomatic(login)).toBe(true);
  // The id_token has long expired.
  await world.clock.advance(86_400);
  const query = { id_token_hint: id_token, post_logout_redirect_uri: redirect_uri, state: 'a b' };
  const end = await browser.get(urlOf(query));
  expect(end.url.href).toBe(`${redirect_uri}?state=a+b`);
  expect(await isAutomatic(login)).toBe(false);
  expect(await isAutomatic({ browser: elsewhere, application })).toBe(true);
  expect(await isAutomatic(other)).toBe(true);
  expect(world.logs()).toContain('"automatic_login_ended":1');
});

test('without a post_logout_redirect_uri it leads to the first page of the application', async () => {
  const { application, browser, id_token } = await loggedIn();
  const [byHint, byClient] = [
    await browser.get(urlOf({ id_token_hint: id_token })),
    await browser.get(urlOf({ client_id: application.client_id })),
  ];
  for (const { url } of [byHint, byClient]) expect(url.href).toBe('http://localhost:3000/');
});

test.each<[string, (login: LoggedIn) => Promise<Record<string, string>>]>([
  ['without an id_token', async ({ application }) => ({ client_id: application.client_id })],
  [
    'with the id_token of somebody else',
    async ({ application }) => {
      const end = await signInAt(world, application, await newSubscriber(world));
      return { id_token_hint: (await tokensOf(world, application, end)).id_token };
    },
  ],
])('%s nothing ends, but the browser is led on', async (_, query) => {
  const login = await loggedIn();
  expect((await login.browser.get(urlOf(await query(login)))).url.host).toBe('localhost:3000');
  expect(await isAutomatic(login)).toBe(true);
});

test.each<[string, (login: LoggedIn) => Record<string, string>]>([
  [
    'an address that is not registered',
    ({ id_token }) => ({ id_token_hint: id_token, post_logout_redirect_uri: 'https://evil.example/' }),
  ],
  ['a changed id_token', ({ id_token }) => ({ id_token_hint: `${id_token.slice(0, -4)}AAAA` })],
  [
    'an id_token of nobody',
    ({ application }) => ({ id_token_hint: 'eyJ.eyJ.x', client_id: application.client_id }),
  ],
  [
    'the client of another application',
    ({ id_token }) => ({ id_token_hint: id_token, client_id: 'demoshop000000000001' }),
  ],
  ['an application without OpenID Connect', () => ({ client_id: 'demoshop000000000001' })],
  ['no application at all', () => ({})],
])('%s is refused, and nothing ends', async (_, query) => {
  const login = await loggedIn();
  const refused = await login.browser.get(urlOf(query(login)));
  expect([refused.status, refused.headers.get('Location')]).toEqual([400, null]);
  expect(await isAutomatic(login)).toBe(true);
});

test('it may be posted', async () => {
  const { id_token } = await loggedIn();
  const answer = await world.fetch(`${world.service}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ id_token_hint: id_token }).toString(),
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, 'http://localhost:3000/']);
});
