import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Auth } from '@auth/core';
import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../../../docs/clients/user.ts';
import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';
import type { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { plid } from '../../../test/support/world/command.ts';
import { serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { ask, listenerOf, pressSignIn } from '../applications.ts';
import { browserOf, signIn, useClientWorld } from '../client-world.ts';

const secret = 'a secret of the tests, of 32 letters and more';
/** The command of docs/client/libraries.md that registers an application of Auth.js. */
const pageCommand = codeBlocksOf('docs/client/libraries.md')
  .map(({ text }) => text)
  .find((text) => text.startsWith('npx plid-admin applications create --for authjs'));

/**
 * Registers an application with the page's own command.
 * @param product the value of `--for`.
 * @param origin the application's address, which a deployed service would only accept over https.
 */
async function registerAsThePage(service: string, product: string, origin: string): Promise<Settings> {
  const words = (pageCommand ?? '').replaceAll('\\\n', ' ').match(/"[^"]*"|\S+/g) ?? [];
  const replaced: Record<string, string> = { '--for': product, '--at': origin, '--url': service };
  const given = words
    .slice(2)
    .map((word, index, all) => replaced[all[index - 1] ?? ''] ?? word.replaceAll('"', ''));
  const { code, stdout, stderr } = await plid([...given, '--allow-loopback', '--same-name', '--json'], {
    env: { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN },
  });
  expect([code, stderr]).toEqual([0, '']);
  const { client_id, client_secret, redirect_uris } = JSON.parse(stdout);
  return { service, client_id, client_secret, redirect_uri: redirect_uris[0] };
}

interface RelyingParty {
  /** The value of `--for`. */
  product: string;
  create(settings: Settings): RequestListener;
  begin(browser: BrowserSession, origin: string): Promise<string>;
  user(browser: BrowserSession, origin: string): Promise<unknown>;
}

const relyingParties: Record<string, RelyingParty> = {
  'Auth.js, type oidc by its defaults': {
    product: 'authjs',
    create: ({ service, client_id, client_secret }) =>
      listenerOf((request) => {
        if (!new URL(request.url).pathname.startsWith('/api/auth/'))
          return Promise.resolve(new Response('the page'));
        const provider = { id: 'plid', name: 'plid', type: 'oidc', issuer: service } as const;
        const providers = [{ ...provider, clientId: client_id, clientSecret: client_secret }];
        return Auth(request, {
          secret,
          basePath: '/api/auth',
          trustHost: true,
          providers,
          logger: { error() {} },
        });
      }),
    begin: (browser, origin) => pressSignIn(browser, `${origin}/api/auth`),
    user: async (browser, origin) => (await ask(browser, `${origin}/api/auth/session`))?.user,
  },
  'better-auth, by discoveryUrl': {
    product: 'better-auth',
    create: ({ service, client_id, client_secret, redirect_uri }) => {
      const discoveryUrl = `${service}/.well-known/openid-configuration`;
      const scopes = ['openid', 'profile', 'email'];
      const provider = {
        providerId: 'plid',
        discoveryUrl,
        clientId: client_id,
        clientSecret: client_secret,
        scopes,
        pkce: true,
      };
      const plugins = [genericOAuth({ config: [provider] })];
      return listenerOf(
        betterAuth({ baseURL: new URL(redirect_uri).origin, secret, plugins, logger: { disabled: true } })
          .handler,
      );
    },
    begin: async (browser, origin) => {
      const address = `${origin}/api/auth/sign-in/social`;
      return (await ask(browser, address, { provider: 'plid', callbackURL: '/' })).url;
    },
    user: async (browser, origin) => (await ask(browser, `${origin}/api/auth/get-session`))?.user,
  },
};

describe.each(Object.entries(relyingParties))('%s', (_, { product, create, begin, user }) => {
  const world = useClientWorld();

  async function start(changes: Partial<Settings> = {}) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const settings = await registerAsThePage(world.address, product, origin);
    server.on('request', create({ ...settings, ...changes }));
    const browser = browserOf(world);
    return { browser, origin, url: await begin(browser, origin) };
  }

  test('signs a user in, and reads their name from the id_token', async () => {
    const { browser, origin, url } = await start();
    const { person, end } = await signIn(world, browser, url);
    expect(await user(browser, origin), end.url.href).toMatchObject({ name: person.name });
  });

  test("doesn't sign a user in with a wrong secret", async () => {
    const { browser, origin, url } = await start({ client_secret: 'f'.repeat(64) });
    await signIn(world, browser, url);
    expect(await user(browser, origin)).toBeUndefined();
  });
});
