import { describe, expect, test } from 'vitest';
import { browserOf, claimsOf, deny, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { libraries } from './libraries.ts';

const callback = 'http://localhost:3000/callback';

describe.each(Object.entries(libraries))('%s', (name, begin) => {
  const world = useClientWorld();
  // The connector reads only the id_token.
  const id_token_claims = name.startsWith('Logto');
  const start = async (fields: object = {}) => {
    const settings = await registerClient(world, callback, { openid: 'RS256', id_token_claims, ...fields });
    const browser = browserOf(world, { application: async () => new Response() });
    return { browser, settings, ...(await begin(settings)) };
  };

  test.each(['RS256', 'ES256'])('signs a user in with an id_token signed with %s', async (openid) => {
    const { browser, url, finish } = await start({ openid });
    const { person, end } = await signIn(world, browser, url);
    expect(await finish(end.url)).toEqual(claimsOf(person));
  });

  test('rejects a denied sign-in and a wrong secret', async () => {
    const denied = await start();
    const { url } = await deny(world, denied.browser, denied.url);
    await expect(denied.finish(url)).rejects.toThrow();
    const settings = { ...denied.settings, client_secret: 'f'.repeat(64) };
    const wrong = await begin(settings);
    const { end } = await signIn(world, denied.browser, wrong.url);
    await expect(wrong.finish(end.url)).rejects.toThrow();
  });
});
