import { SignJWT } from 'jose';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { completeSecrets } from '../../admin/deploy/settings/secrets.ts';
import { createClient } from '../../packages/plid/client/index.ts';
import { identityVerifier } from '../../packages/plid/identity/index.ts';
import { encryptedCookies } from '../../packages/plid/web/encrypted-cookie.ts';
import { plidSignIn } from '../../packages/plid/web/index.ts';
import {
  demoBank,
  demoGatewayRelyingParty,
  demoServiceRelyingParty,
} from '../../sandbox/world/demo-clients.ts';
import { publicSecrets } from '../../sandbox/world/public-secrets.ts';
import { settingsOf } from '../../tools/configuration/settings-of.ts';
import { localEnvironment } from '../../workers/core/worker/local-environment.ts';
import type { SecretFormat } from '../../workers/core/worker/secret-format.ts';
import { createGateway } from '../../workers/gateway/single-worker/create-gateway.ts';
import { forwardAuth } from '../../workers/gateway/single-worker/forward-auth.ts';
import { gatewayWorkers } from '../../workers/gateway/single-worker/gateway-workers.ts';
import { guard } from '../../workers/gateway/single-worker/guard.ts';
import { openid } from '../../workers/gateway/single-worker/openid.ts';
import { people } from '../../workers/gateway/single-worker/people.ts';
import { workers } from '../../workers/workers.ts';
import { pagesOf, serve, signInWith } from '../package/express/application.ts';
import { gatewaySecrets, serviceSecrets } from '../support/world/test-settings.ts';
import { secretsInGuides } from './support/secrets-in-guides.ts';

const https = 'https://shop.example.com';
const local = 'http://localhost:3000';
const service = 'https://login.example.com';
const generated = gatewaySecrets.IDENTITY_KEY;

/** Every secret that this project publishes, by value, with where it is. */
const places = new Map<string, string>([
  ...secretsInGuides().map(({ file, name, value }) => [value, `${name} of ${file}`] as const),
  ...[demoBank, demoServiceRelyingParty, demoGatewayRelyingParty].map(
    ({ client_id, client_secret }) => [client_secret, `secret of ${client_id}`] as const,
  ),
  ...Object.entries(publicSecrets).map(([name, value]) => [value, `${name} of local environments`] as const),
]);
const published = [...places].map(([value, place]) => [place, value] as const);

/** Keys of websites: published ones that are long enough, and one that can be guessed. */
const weakKeys = published.filter(([, value]) => value.length >= 32 && !value.includes(','));
weakKeys.push(['the same letter 32 times', 'a'.repeat(32)]);

test('the table has the secrets of the local environment, the demo applications, and the guides', () => {
  expect(Object.keys(publicSecrets)).toHaveLength(14);
  const inGuides = secretsInGuides();
  expect(inGuides.length).toBeGreaterThanOrEqual(25);
  const namesIn = (folder: string) =>
    inGuides.flatMap(({ file, name }) =>
      file.startsWith(folder) ? [`${file.slice(folder.length)} ${name}`] : [],
    );
  expect(namesIn('docs/ko/client/')).toEqual(namesIn('docs/client/'));
  expect(published).toHaveLength(24);
});

/** Attacks a website with a session cookie that is encrypted under a key that the attacker has read. */
async function forgeSession(cookieKey: string, origin: string): Promise<string> {
  const purpose = 'web session';
  const forged = await encryptedCookies(new URL(local), cookieKey, purpose).encrypt({ plid: 'victim' }, 60);
  try {
    const { browser } = await serve(
      ...pagesOf(signInWith(service, { cookieKey, redirectUri: `${origin}/callback` })),
    );
    const attacker = browser();
    attacker.cookies.set(`${origin === https ? '__Host-' : ''}plid-web-session`, forged);
    return (await attacker.visit('/')).body;
  } catch (refusal) {
    return (refusal as Error).message;
  }
}

describe('plid/express', () => {
  test.each(weakKeys)('lets no attacker sign in over https with %s', async (_, cookieKey) => {
    const seen = await forgeSession(cookieKey, https);
    expect(seen).not.toContain('victim');
    expect(seen).toMatch(/option cookieKey .*openssl rand -base64 33/);
  });

  test('signs in the user of a cookie under its own key, so the attack above means something', async () => {
    expect(await forgeSession(generated, https)).toContain('victim');
  });

  test.each(weakKeys)('runs on this machine with %s', async (_, cookieKey) => {
    expect(await forgeSession(cookieKey, local)).toContain('victim');
  });
});

describe('plid/web', () => {
  const routes = (cookieKey: string, origin: string, allowHttp = false) =>
    plidSignIn({
      service: origin === https ? service : origin,
      clientId: 'the-client',
      clientSecret: gatewaySecrets.CLIENT_SECRET,
      redirectUri: `${origin}/callback`,
      cookieKey,
      allowHttp,
      outcomes: { signed_in: () => ({}), automatic: () => ({}) },
    });

  test.each(weakKeys)('refuses to start over https with %s', (_, key) => {
    for (const cookieKey of [key, `${generated},${key}`])
      expect(() => routes(cookieKey, https)).toThrow(/option cookieKey .*openssl rand -base64 33/);
  });

  test.each(weakKeys)(
    'runs on this machine, and over http where the developer allows it, with %s',
    (_, key) => {
      expect(routes(key, local).client).toBeDefined();
      expect(routes(key, 'http://shop:3000', true).client).toBeDefined();
    },
  );
});

describe('plid/client', () => {
  const clientSecrets = [...places.keys()].filter((value) => /^[0-9a-f]{64}$/.test(value));
  const client = (clientSecret: string, redirectUri: string, of: string) =>
    createClient({ service: of, clientId: 'the-client', clientSecret, redirectUri });

  test.each(clientSecrets)('refuses the client secret %s except on this machine', (secret) => {
    for (const [redirectUri, of] of [
      [`${https}/callback`, service],
      [`${https}/callback`, local],
      ['HTTPS://shop.example.com/callback', service],
      ['com.example.app:/callback', service],
    ] as const)
      expect(() => client(secret, redirectUri, of), redirectUri).toThrow(/option clientSecret/);
    expect(client(secret, `${local}/callback`, service)).toBeDefined();
    expect(client(secret, 'com.example.app:/callback', local)).toBeDefined();
  });

  test('has every published client secret in the table', () => {
    expect(clientSecrets.length).toBe(5);
  });
});

describe('plid/identity', () => {
  const header = (key: string, iss: string) =>
    new SignJWT({ iss, aud: 'a', sub: 'victim', user: { plid: 'victim' } })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('60s')
      .sign(Buffer.from(key));
  const userOf = async (key: string, issuer: string) =>
    (await identityVerifier({ key, issuer, audience: 'a' })(await header(key, issuer)))?.user.plid;

  test.each(weakKeys)('accepts no identity that an attacker signed with %s', async (_, key) => {
    await expect(userOf(key, https)).rejects.toThrow(/key contains a .*IDENTITY_KEY/);
    expect(await userOf(key, local)).toBe('victim');
  });
});

/** Values of a secret that everyone knows, or that can be guessed. */
const weakValues = (name: string, format: SecretFormat): string[] => [
  Object.entries(publicSecrets).find(([known]) => known === name)?.[1] ?? publicSecrets.CARRIER_S_TOKEN,
  ...(format === 'issued' ? [] : [`k1:${'A'.repeat(43)}=`, `kim:${'a'.repeat(64)}`]),
];

const refusalOf = (name: string) =>
  new RegExp(
    `${name} (?:isn't secret, because it )?contains a (?:value that everyone can read|key with fewer than 10 different characters)`,
  );

/** What a worker answers with these settings. @param url an address that the caller chooses. */
async function messageOf(
  worker: Pick<(typeof workers)[number], 'fetch'>,
  env: object,
  url = `${service}/nowhere`,
) {
  const request = new Request(url, { headers: { Accept: 'application/json' } });
  return (await worker.fetch(request, env, { waitUntil: () => undefined })).text();
}

const secrets: object = { ...serviceSecrets, ...gatewaySecrets };

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue(undefined);
  return () => vi.restoreAllMocks();
});

describe('each worker of the service and of the split gateway', () => {
  const doors = workers.flatMap((worker) =>
    settingsOf(worker).flatMap(({ name, secret }) =>
      secret === undefined ? [] : [{ door: worker.worker, worker, name, secret }],
    ),
  );

  test.each(doors)('$door refuses a published or guessable $name', async ({ worker, name, secret }) => {
    for (const value of weakValues(name, secret)) {
      const env = { ...secrets, [name]: value };
      const addresses = { BASE_URL: service, GATEWAY_ORIGIN: https };
      expect(await messageOf(worker, env)).toMatch(refusalOf(name));
      expect(await messageOf(worker, { ...env, ...addresses })).toMatch(refusalOf(name));
      expect(await messageOf(worker, env, 'http://localhost/x')).toMatch(refusalOf(name));
      const inLocalEnvironment = { ...env, ...addresses, [localEnvironment]: true };
      expect(await messageOf(worker, inLocalEnvironment)).not.toMatch(refusalOf(name));
      const onThisMachine = { ...env, BASE_URL: local, GATEWAY_ORIGIN: local };
      expect(await messageOf(worker, onThisMachine)).not.toMatch(refusalOf(name));
    }
  });

  test('has its secrets in the table', () => {
    expect([doors.length, new Set(doors.map(({ name }) => name)).size]).toEqual([47, 15]);
  });
});

describe('a single Worker', () => {
  const features = [guard(), forwardAuth, openid, people];
  const parts = [...gatewayWorkers, ...features.flatMap((feature) => [feature, ...(feature.workers ?? [])])];
  const entries = parts.flatMap(({ schema }) => (schema === undefined ? [] : settingsOf({ schema })));
  const doors = new Map(entries.flatMap(({ name, secret }) => (secret ? [[name, secret] as const] : [])));
  const gateway = createGateway({ features });

  test.each([...doors])('refuses a published or guessable %s', async (name, format) => {
    for (const value of weakValues(name, format)) {
      const env = { ...secrets, SERVICE_URL: service, [name]: value };
      expect(await messageOf(gateway, env)).toMatch(refusalOf(name));
      // Without GATEWAY_ORIGIN, the Worker uses the address that the caller chose. It decides nothing here.
      expect(await messageOf(gateway, env, 'http://localhost/auth/login')).toMatch(refusalOf(name));
      expect(await messageOf(gateway, { ...env, GATEWAY_ORIGIN: https })).toMatch(refusalOf(name));
      // Of the operator's address and the caller's, only one is on this machine.
      expect(await messageOf(gateway, { ...env, SERVICE_URL: local })).toMatch(refusalOf(name));
      for (const own of [{ GATEWAY_ORIGIN: local }, { SERVICE_URL: local }])
        expect(await messageOf(gateway, { ...env, ...own }, `${local}/auth/login`)).not.toMatch(
          refusalOf(name),
        );
    }
  });

  test('has its secrets in the table', () => {
    expect([...doors.keys()].sort()).toEqual([
      'ADMIN_TOKEN',
      'CLIENT_SECRET',
      'IDENTITY_KEY',
      'KEYS',
      'OPENID_KEY',
      'OPENID_SUBJECT_KEY',
    ]);
  });
});

describe('plid-admin deploy', () => {
  const formats = new Map(
    workers
      .flatMap((worker) => settingsOf(worker))
      .flatMap(({ name, secret }) => (secret ? [[name, secret] as const] : [])),
  );
  const sources = { placeOf: () => 'plid-service.secrets', variableOf: (name: string) => name };

  test.each([...formats])('refuses a published or guessable %s', (name, format) => {
    for (const value of weakValues(name, format))
      expect(() => completeSecrets(workers, [], { [name]: value }, sources)).toThrow(refusalOf(name));
  });

  test.each([...published])('refuses the %s under any name', (_, value) => {
    expect(() => completeSecrets(workers, [], { OTHER: value }, sources)).toThrow(refusalOf('OTHER'));
  });
});
