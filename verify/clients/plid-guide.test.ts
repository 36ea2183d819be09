import { expect, test, vi } from 'vitest';
import { codeBlocksOf } from '../../test/support/assertions/code-blocks.ts';
import { readDocument } from '../../test/support/assertions/markdown.ts';
import { browserOf, recordOf, registerClient, signIn, useClientWorld } from './client-world.ts';

const world = useClientWorld();
const redirectUri = 'http://localhost:3000/callback';

/** The files of docs/client and docs/gateway/guard.md, for an application that is registered here. */
async function load() {
  const settings = await registerClient(world, redirectUri);
  vi.stubEnv('PLID_SERVICE', settings.service);
  vi.stubEnv('PLID_CLIENT_ID', settings.client_id);
  vi.stubEnv('PLID_CLIENT_SECRET', settings.client_secret);
  vi.stubEnv('PLID_REDIRECT_URI', redirectUri);
  vi.stubEnv('COOKIE_KEY', '0123456789abcdef'.repeat(2));
  vi.resetModules();
  const snippets = await import('../../docs/clients/plid/sign-in.ts');
  const own = await import('../../docs/clients/plid/own-session.ts');
  vi.unstubAllEnvs();
  return { settings, own, ...snippets };
}

const browser = () => browserOf(world, { application: async () => new Response() });

test.each([
  ['Any other framework', 'sign-in.ts'],
  ['Outcomes', 'failures.ts'],
])('the code below "%s" in docs/client/web.md is that of %s', (section, file) => {
  const [block] = codeBlocksOf('docs/client/web.md').filter(
    ({ heading, language }) => heading === section && language === 'ts',
  );
  expect(readDocument(`docs/clients/plid/${file}`)).toContain(block?.text);
});

test('docs/client/web.md signs a user in, greets them, and signs them out', async () => {
  const { plid, userOf } = await load();
  const fetch = async (request: Request) => (await plid.handle(request)) ?? new Response();
  const begun = await fetch(new Request('http://localhost:3000/login?return_to=/orders'));
  const { person, end } = await signIn(world, browser(), begun.headers.get('Location') ?? '');
  const cookieOf = (answer: Response) => answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? '';
  const answer = await fetch(new Request(end.url, { headers: { Cookie: cookieOf(begun) } }));
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, 'http://localhost:3000/orders']);
  const shownTo = (Cookie: string) => userOf(new Request('http://localhost:3000/', { headers: { Cookie } }));
  expect(await shownTo(cookieOf(answer))).toEqual(recordOf(person));
  const headers = { Cookie: cookieOf(answer), Origin: 'http://localhost:3000' };
  const bye = await fetch(new Request('http://localhost:3000/logout', { method: 'POST', headers }));
  expect([bye.status, cookieOf(bye)]).toEqual([303, 'plid-web-session=']);
  expect(await shownTo(cookieOf(bye))).toBeUndefined();
});

test('docs/client/README.md signs a user in with a session of the server, once per callback', async () => {
  const { own } = await load();
  const session = {};
  const { person, end } = await signIn(world, browser(), await own.login(session));
  expect(await own.callback(new Request(end.url), session)).toEqual(recordOf(person));
  await expect(own.callback(new Request(end.url), session)).rejects.toThrow('The state');
});

test('docs/client/web.md rejects a callback with an unknown state', async () => {
  const { plid } = await load();
  const foreign = await plid.callback(new Request(`${redirectUri}?code=a&state=b`));
  expect([foreign.status, await foreign.text()]).toEqual([
    400,
    expect.stringContaining('started in another browser'),
  ]);
  expect(foreign.headers.getSetCookie()).toEqual([]);
});

test('docs/client/users.md reads a user with an access token from another library', async () => {
  const { fetchUser } = await import('../../docs/clients/plid/fields.ts');
  const { createClient } = await import('../../packages/plid/client/index.ts');
  const { settings } = await load();
  const { service, client_id: clientId, client_secret: clientSecret } = settings;
  const client = createClient({ service, clientId, clientSecret, redirectUri });
  const { url, ...kept } = await client.startSignIn();
  const { person, end } = await signIn(world, browser(), url);
  const { access_token } = await client.exchange(await client.readCallback(end.url, kept), kept);
  expect(await fetchUser(service, access_token, clientSecret)).toEqual(recordOf(person));
});

test('docs/gateway/guard.md rejects a forged Plid-Identity header with 403', async () => {
  vi.stubEnv('IDENTITY_KEY', '0123456789abcdef'.repeat(2));
  vi.stubEnv('GATEWAY_ORIGIN', 'https://shop.example.com');
  vi.stubEnv('APPLICATION_URL', 'https://app.example.com');
  const { answer } = await import('../../docs/clients/plid/identity.ts');
  vi.unstubAllEnvs();
  const forged = new Request('https://app.example.com/', { headers: { 'Plid-Identity': 'a.b.c' } });
  expect((await answer(forged)).status).toBe(403);
});
