import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Auth } from '@auth/core';
import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Settings } from '../../../docs/clients/user.ts';
import type { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { ask, listenerOf, pressSignIn } from '../applications.ts';
import { browserOf, registerClient, signIn, useClientWorld } from '../client-world.ts';

const secret = 'a secret of the tests, of 32 letters and more';
const callback = '/api/auth/callback/plid';

interface RelyingParty {
  create(settings: Settings): RequestListener;
  begin(browser: BrowserSession, origin: string): Promise<string>;
  user(browser: BrowserSession, origin: string): Promise<unknown>;
}

const relyingParties: Record<string, RelyingParty> = {
  'Auth.js, type oidc by its defaults': {
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
  'better-auth, by discoveryUrl alone': {
    create: ({ service, client_id, client_secret, redirect_uri }) => {
      const discoveryUrl = `${service}/.well-known/openid-configuration`;
      const scopes = ['openid', 'profile', 'email'];
      const provider = {
        providerId: 'plid',
        discoveryUrl,
        clientId: client_id,
        clientSecret: client_secret,
        scopes,
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

describe.each(Object.entries(relyingParties))('%s', (_, { create, begin, user }) => {
  const world = useClientWorld();

  async function start(changes: Partial<Settings> = {}) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const settings = await registerClient(world, `${origin}${callback}`, {
      openid: 'RS256',
      // By their defaults both read the id_token, and call no userinfo.
      id_token_claims: true,
    });
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
