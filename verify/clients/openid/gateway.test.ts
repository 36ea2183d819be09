import { describe, expect, test } from 'vitest';
import { demoGatewayRelyingParty } from '../../../sandbox/world/demo-clients.ts';
import { browserOf, claimsOf, deny, signIn, useClientWorld } from '../client-world.ts';
import { libraries } from './libraries.ts';

/** Those that find everything by the issuer. */
const ofIssuer = Object.entries(libraries).filter(([name]) => name.endsWith('as OpenID Connect'));

describe.each(ofIssuer)('%s, at the gateway', (_, begin) => {
  const world = useClientWorld();
  const start = async (changes: object = {}) => {
    const redirect_uri = 'http://localhost:3000/callback';
    const settings = {
      service: `${world.address}/auth/oidc`,
      ...demoGatewayRelyingParty,
      redirect_uri,
      ...changes,
    };
    return begin(settings);
  };
  const browser = () => browserOf(world, { application: async () => new Response() });

  test('signs a user in, and the second time without a form', async () => {
    const own = browser();
    const { url, finish } = await start();
    const { person, end } = await signIn(world, own, url);
    const sub = expect.stringMatching(/^[0-9a-f]{32}$/);
    const email = expect.stringMatching(/^[0-9a-f]{32}@plid\.invalid$/);
    const claims = { ...claimsOf(person), sub, email, updated_at: expect.any(Number) };
    expect(await finish(end.url)).toEqual(claims);
    const again = await start();
    expect(await again.finish((await own.get(again.url)).url)).toEqual(claims);
  });

  test('rejects a denied sign-in and a wrong secret', async () => {
    const own = browser();
    const denied = await start();
    const refusal = await deny(world, own, denied.url);
    const [, back] = refusal.document.querySelectorAll('main a.button');
    const { url } = await own.get(new URL(back?.getAttribute('href') ?? '', refusal.url));
    expect(url.searchParams.get('error')).toBe('access_denied');
    await expect(denied.finish(url)).rejects.toThrow();
    const wrong = await start({ client_secret: 'f'.repeat(64) });
    const { end } = await signIn(world, own, wrong.url);
    await expect(wrong.finish(end.url)).rejects.toThrow();
  });
});
