import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityVerifier } from '../../../../packages/plid/identity/index.ts';
import { keyRingSetting } from '../../../../workers/core/worker/key-settings.ts';
import { deriveProxyKey } from '../../../../workers/gateway/features/forward-auth/proxy-key.ts';
import { sessionToken } from '../../../../workers/gateway/settings/gateway-sealed-types.ts';
import { startApplication } from '../../../support/fakes/application-stand-in.ts';
import { person } from '../../../support/fakes/service-stand-in.ts';
import { startGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewaySecrets } from '../../../support/world/test-settings.ts';
import { useStarted } from '../../../support/world/use-world.ts';

/** A rotation under way: the new key is first, and the former one second. */
const identityKeys = {
  first: '1123456789abcdef'.repeat(4),
  second: gatewaySecrets.IDENTITY_KEY,
  unknown: '3123456789abcdef'.repeat(4),
};
const keys = {
  first: `first:${Buffer.from('0123456789abcdef'.repeat(2)).fill(1, 0, 8).toString('base64')}`,
  second: gatewaySecrets.KEYS,
  unknown: `unknown:${Buffer.from('0123456789abcdef'.repeat(2)).fill(3, 0, 8).toString('base64')}`,
};
const names = ['first', 'second', 'unknown'] as const;
type Which = (typeof names)[number];

let application: Awaited<ReturnType<typeof startApplication>>;
afterAll(() => application?.close());
const world = useStarted(async () => {
  application = await startApplication(() => new Response('from the application'));
  return startGatewayWorld({
    vars: { APPLICATION_URL: application.url },
    secrets: {
      IDENTITY_KEY: `${identityKeys.first},${identityKeys.second}`,
      KEYS: `${keys.first},${keys.second}`,
    },
  });
});

let visitor: Visitor;
beforeAll(async () => {
  visitor = new Visitor(world);
  await visitor.signIn();
});

/** The visitor's session as a token that is sealed under one key. */
async function tokenUnder(which: Which): Promise<string> {
  const now = await world.clock.now();
  const ring = v.parse(keyRingSetting, `${keys.first},${keys.second}`);
  const opened = await sessionToken.open(ring, visitor.secret?.replace('plid_', '') ?? '', now);
  if (opened === undefined) throw new Error('The cookie of the session cannot be opened');
  return `plid_${await sessionToken.seal(v.parse(keyRingSetting, keys[which]), opened, now + 600)}`;
}

const proxyKey = { 'Plid-Identity-Key': await deriveProxyKey(identityKeys.first) };
const identityAt = {
  async guard(headers: Record<string, string>) {
    application.received.splice(0);
    const { status } = await world.fetch(`${world.gateway}/orders`, { headers });
    return { status, identity: application.received[0]?.headers['plid-identity'], audience: application.url };
  },
  async verify(headers: Record<string, string>) {
    const answer = await world.fetch(`${world.gateway}/auth/verify`, {
      headers: { ...proxyKey, ...headers },
    });
    return {
      status: answer.status,
      identity: answer.headers.get('Plid-Identity') ?? undefined,
      audience: world.gateway,
    };
  },
};

describe.each(['guard', 'verify'] as const)('with two keys, %s', (place) => {
  test.each(names)('accepts a session encrypted with the first and second key of KEYS: %s', async (which) => {
    const { status } = await identityAt[place]({ Authorization: `Bearer ${await tokenUnder(which)}` });
    expect(status).toBe(which === 'unknown' ? 401 : 200);
  });

  test.each(names)('signs with the first key of IDENTITY_KEY: %s', async (which) => {
    const { identity, audience } = await identityAt[place]({
      Authorization: `Bearer ${await tokenUnder('second')}`,
    });
    const accepts = (key: string) =>
      identityVerifier({ key, issuer: world.gateway, audience })(identity).then((found) => found?.user.plid);
    expect(await accepts(identityKeys[which])).toBe(which === 'first' ? person.plid : undefined);
    const other = which === 'unknown' ? identityKeys.second : identityKeys.unknown;
    const isAccepted = which === 'first' ? person.plid : undefined;
    expect(await accepts(`${identityKeys[which]},${other}`)).toBe(isAccepted);
    expect(await accepts(`${other},${identityKeys[which]}`)).toBe(isAccepted);
  });
});

test.each(names)(
  'with two keys, /auth/session accepts the first and second key of KEYS: %s',
  async (which) => {
    const headers = { Authorization: `Bearer ${await tokenUnder(which)}` };
    const { status } = await world.fetch(`${world.gateway}/auth/session`, { headers });
    expect(status).toBe(which === 'unknown' ? 401 : 200);
  },
);

describe('with two keys, /auth/verify', () => {
  const askWith = (key: string) =>
    visitor.fetch(`${world.gateway}/auth/verify`, { headers: { 'Plid-Identity-Key': key } });

  test.each(names)('accepts the proxy key of both keys: %s', async (which) => {
    const answer = await askWith(await deriveProxyKey(identityKeys[which]));
    expect(answer.status).toBe(which === 'unknown' ? 403 : 200);
  });

  test.each(names)(
    "rejects a key that signs identities, because a proxy doesn't need it: %s",
    async (which) => {
      expect((await askWith(identityKeys[which])).status).toBe(403);
    },
  );

  test('rejects both keys in one header', async () => {
    const both = [identityKeys.first, identityKeys.second];
    for (const key of [both.join(), (await Promise.all(both.map(deriveProxyKey))).join()])
      expect((await askWith(key)).status).toBe(403);
  });
});
