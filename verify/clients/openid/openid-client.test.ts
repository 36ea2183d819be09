import { type ClientAuthMethod, generators, Issuer } from 'openid-client5';
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../docs/clients/user.ts';
import { browserOf, claimsOf, deny, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { type Begun, libraries } from './libraries.ts';

/** openid-client 5, which many products still contain: without another setting it sends the secret in the header. */
async function beginWith5(settings: Settings, token_endpoint_auth_method?: ClientAuthMethod): Promise<Begun> {
  const { service, client_id, client_secret, redirect_uri } = settings;
  const issuer = await Issuer.discover(service);
  const client = new issuer.Client({
    ...{ client_id, client_secret, redirect_uris: [redirect_uri], response_types: ['code'] },
    ...(token_endpoint_auth_method && { token_endpoint_auth_method }),
  });
  const [state, nonce, code_verifier] = [
    generators.state(),
    generators.nonce(),
    generators.codeVerifier(),
  ] as const;
  let id_token_hint = '';
  return {
    url: client.authorizationUrl({
      ...{ scope: 'openid profile phone email', state, nonce },
      ...{ code_challenge: generators.codeChallenge(code_verifier), code_challenge_method: 'S256' },
    }),
    async finish(callback) {
      const checks = { state, nonce, code_verifier };
      const tokens = await client.callback(redirect_uri, client.callbackParams(callback.href), checks);
      id_token_hint = tokens.id_token ?? '';
      return client.userinfo(tokens);
    },
    signOut: (post_logout_redirect_uri) => client.endSessionUrl({ id_token_hint, post_logout_redirect_uri }),
  };
}

const versions: Record<string, (settings: Settings) => Promise<Begun>> = {
  'openid-client 6': libraries['openid-client, as OpenID Connect'] as (settings: Settings) => Promise<Begun>,
  'openid-client 5': (settings) => beginWith5(settings),
  'openid-client 5 with the secret in the form': (settings) => beginWith5(settings, 'client_secret_post'),
};

describe.each(Object.entries(versions))('%s', (_, begin) => {
  const world = useClientWorld();
  const [callback, signedOut] = ['http://localhost:3000/callback', 'http://localhost:3000/signed-out'];
  const start = async () => {
    const fields = { openid: 'RS256', openid_automatic: true, post_logout_redirect_uris: [signedOut] };
    const settings = await registerClient(world, callback, fields);
    const browser = browserOf(world, { application: async () => new Response() });
    return { settings, browser, ...(await begin(settings)) };
  };

  test('signs a user in and out', async () => {
    const { settings, browser, url, finish, signOut } = await start();
    const { person, end } = await signIn(world, browser, url, { autoLogin: 'Y' });
    expect(await finish(end.url)).toEqual(claimsOf(person));
    expect((await browser.get(signOut?.(signedOut) ?? '')).url.href).toBe(signedOut);
    // The service has ended automatic sign-in in this browser, and shows the form again.
    const next = await begin(settings);
    expect((await browser.get(next.url)).url.pathname).toBe('/oauth2/authorize');
  });

  test("doesn't sign a user in who denies, and reports why", async () => {
    const { browser, url, finish } = await start();
    const end = await deny(world, browser, url);
    await expect(finish(end.url)).rejects.toMatchObject({ error: 'access_denied' });
  });
});
