import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startApplication } from '../../../test/support/fakes/application-stand-in.ts';
import { json, startCarrier } from '../../../test/support/fakes/http-carrier.ts';
import { administer, registerApplication } from '../../../test/support/requests/operator-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { gatewaySecrets, origins, serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { closedAfterTest, useStarted, useWorld } from '../../../test/support/world/use-world.ts';
import { startWorld, type World } from '../../../test/support/world/world.ts';
import { checkDeployment } from '../../check/doctor.ts';
import { checkClock, checkPlainHttp, type Finding } from '../../check/public-endpoints.ts';
import { AdminApi } from '../../cli/admin-api.ts';
import { kvOf, unreliableKv } from './support/unreliable-kv.ts';

const faultsOf = (findings: Finding[]) => findings.filter(({ level }) => level === 'fault');

/** Answers over plain http at the hosts of the tests: none, unless a test says otherwise. */
function plainHttp(answer?: () => Response): void {
  const usual = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.protocol === 'https:' || url.hostname === '127.0.0.1') return usual(input, init);
    if (answer === undefined) throw new TypeError('fetch failed');
    return answer();
  });
}
afterEach(() => vi.restoreAllMocks());

describe('plid doctor of a healthy deployment', () => {
  const world = useWorld();

  test.each(['service', 'gateway'] as const)('finds no fault: %s', async (half) => {
    plainHttp();
    const findings = await checkDeployment(world[half]);
    expect(faultsOf(findings)).toEqual([]);
    const said = findings.map(({ what }) => what);
    expect(said[0]).toBe(`${world[half]} is a ${half}`);
    expect(said).toContain('nothing is served over plain http');
    if (half === 'gateway')
      expect(said).toEqual(
        expect.arrayContaining([
          `the login service at ${world.service} knows this gateway`,
          `the login service at ${world.service} accepts the client secret`,
        ]),
      );
    else expect(said).toContain(`the issuer is ${world.service}`);
    expect(said.some((line) => line.startsWith(`${half}-${half === 'service' ? 'token' : 'login'}: `))).toBe(
      true,
    );
  });

  test('exits with 0, and prints JSON for programs', async () => {
    const proxy = await startProxy(world, { origin: world.service });
    onTestFinished(() => proxy.close());
    const text = await doctor([], proxy.url);
    expect([text.code, text.stderr]).toEqual([0, '']);
    expect(text.stdout).toMatch(/^good {3}https:\/\/login\.example\.com is a service\n/);
    expect(text.stdout).toMatch(/requests were sent to \S+ instead of the host.*\n\nNo faults found\.\n$/s);
    const { stdout } = await doctor(['--json'], proxy.url);
    expect(JSON.parse(stdout)).toMatchObject({ faults: 0, findings: expect.any(Array) });
  });

  test.each(['login.example.com', 'https://login.example.com/oauth2', 'http://login.example.com', 'ftp://x'])(
    "rejects an argument that isn't the URL of a host: %s",
    async (url) => {
      const { code, stderr } = await doctor([], '', url);
      expect([code, stderr]).toEqual([1, expect.stringContaining("isn't the URL of a host")]);
    },
  );
});

describe('plid doctor of a faulty deployment', () => {
  /** Without a fault of its own. */
  const usual = useWorld();

  test('names each fault with its fix, and settings by name', async () => {
    const world = closedAfterTest(
      await startWorld({
        overrides: {
          'plid-service-token': { secrets: { KEYS: 'k1:c2hvcnQga2V5IG9m' } },
          'plid-service-metadata': { vars: { BASE_URL: 'https://other.example.com' } },
          'plid-gateway-login': { vars: { CLIENT_ID: 'nobody00000000000000' } },
        },
      }),
    );
    plainHttp(() => new Response('hello'));
    const service = faultsOf(await checkDeployment(world.service));
    expect(service.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^service-token: \/oauth2\/token answers 500: .*Fix these settings: KEYS needs/),
      'the issuer in the metadata is https://other.example.com',
      'http://login.example.com/.well-known/oauth-authorization-server responds with 200 over plain http',
    ]);
    expect(service.every(({ advice }) => advice !== undefined)).toBe(true);
    expect(JSON.stringify(service)).not.toContain('c2hvcnQga2V5');
    const gateway = faultsOf(await checkDeployment(world.gateway));
    expect(gateway.map(({ what }) => what)).toContainEqual(
      'the login service at https://login.example.com responds with 400 to a sign-in: Bad client credentials.',
    );
    const proxy = await startProxy(world, { origin: world.service });
    onTestFinished(() => proxy.close());
    const { code, stdout } = await doctor([], proxy.url);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/\n2 faults\.\n$/)]);
  });

  test('finds a client secret that the service rejects', async () => {
    const secrets = { CLIENT_SECRET: '0123456789abcdef'.repeat(4) };
    const world = closedAfterTest(await startWorld({ overrides: { 'plid-gateway-callback': { secrets } } }));
    plainHttp();
    expect(faultsOf(await checkDeployment(world.gateway))).toEqual([
      {
        level: 'fault',
        what: expect.stringMatching(
          /^the gateway responds with 502 to an invalid code: The login service rejected the client credentials/,
        ),
        advice: expect.stringContaining('Check CLIENT_SECRET'),
      },
    ]);
  });

  test("finds, with the token, KEYS that can't decrypt registered secrets and gateways without events", async () => {
    vi.stubEnv('PLID_ADMIN_TOKEN', serviceSecrets.ADMIN_TOKEN);
    onTestFinished(() => void vi.unstubAllEnvs());
    const told = async (world: World) => {
      plainHttp();
      const before = await checkDeployment(world.service);
      const findings = await checkDeployment(world.service, { admin: new AdminApi(world.service) });
      vi.restoreAllMocks();
      return findings.filter(({ what }) => !before.some((other) => other.what === what));
    };
    const unset = ['S', 'K', 'L'].map((letter) => [
      'note',
      `carrier ${letter}: CARRIER_${letter} is not set`,
    ]);
    const events =
      /^registered with a gateway's callback address, but without an address for events about ended accounts: /;
    const findings = await told(usual);
    expect(findings.map(({ level, what }) => [level, what])).toEqual([
      ['note', expect.stringMatching(events)],
      ...unset,
    ]);
    expect(findings[0]).toMatchObject({ advice: expect.stringContaining('/auth/events') });
    const openid_logout = 'https://books.example.com/logout';
    const { client_id } = await registerApplication(usual, { openid_logout });
    expect(await told(usual)).toContainEqual({
      level: 'note',
      what: expect.stringMatching(
        new RegExp(
          `^registered with a back-channel logout address, but not for OpenID Connect: .*\\(${client_id}\\)`,
        ),
      ),
      advice: expect.stringContaining('--openid RS256'),
    });
    await administer(usual, 'DELETE', `/${client_id}`);
    const other = `k2:${Buffer.from('0123456789abcdef'.repeat(2)).toString('base64')}`;
    const withKeys = async (KEYS: string) => {
      const overrides = { 'plid-service-applications': { secrets: { KEYS } } };
      const world = await startWorld({ half: 'service', overrides });
      return told(world).finally(() => world.close());
    };
    const rotated = await withKeys(`${other},${serviceSecrets.KEYS}`);
    expect(rotated.map(({ level, what }) => [level, what])).toEqual([
      ['note', expect.stringContaining('are encrypted with an earlier key of KEYS')],
      ['note', expect.stringMatching(events)],
      ...unset,
    ]);
    const [fault] = await withKeys(other);
    expect(fault).toMatchObject({
      level: 'fault',
      what: expect.stringMatching(/^KEYS can't decrypt the stored client secrets of .*demoshop000000000001/),
    });
  });

  test('reports, with the token, each carrier over HTTP and its response', async () => {
    vi.stubEnv('PLID_ADMIN_TOKEN', serviceSecrets.ADMIN_TOKEN);
    onTestFinished(() => void vi.unstubAllEnvs());
    const [good, bad] = [await startCarrier(), await startCarrier(json({}, 403))];
    const vars = {
      CARRIER_S: good.address,
      CARRIER_K: bad.address,
      CARRIER_L: bad.address,
      CARRIER_L_OFF: 'Y',
    };
    const secrets = {
      CARRIER_S_TOKEN: 's'.repeat(32),
      CARRIER_K_TOKEN: 'k'.repeat(32),
      CARRIER_L_TOKEN: 'l'.repeat(32),
    };
    const overrides = { 'plid-service-carriers': { vars, secrets, direct: true } };
    const world = closedAfterTest(await startWorld({ half: 'service', overrides }));
    plainHttp();
    const findings = await checkDeployment(world.service, { admin: new AdminApi(world.service) });
    for (const carrier of [good, bad]) await carrier.close();
    expect(findings.filter(({ what }) => what.startsWith('carrier'))).toMatchObject([
      { level: 'good', what: expect.stringMatching(/^carrier S: answers, after \d+ ms$/) },
      {
        level: 'fault',
        what: expect.stringMatching(/^carrier K: rejects the credentials \(403\), after \d+ ms$/),
      },
      { level: 'note', what: 'carrier L: switched off: CARRIER_L_OFF' },
    ]);
  });

  test('names the missing token after all checks that need none', async () => {
    const proxy = await startProxy(usual, { origin: usual.service });
    onTestFinished(() => proxy.close());
    const { code, stdout } = await doctor(['--admin'], proxy.url);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^good {3}https:\/\/login\.example\.com is a service\n/);
    expect(stdout).toContain(
      'its applications: Set PLID_ADMIN_TOKEN to the ADMIN_TOKEN of https://login.example.com.',
    );
  });

  describe('while KV is down', () => {
    const outage = useWorld(unreliableKv);
    const findingsOf = async (examined: () => Promise<Finding[]>) => {
      vi.stubEnv('PLID_ADMIN_TOKEN', serviceSecrets.ADMIN_TOKEN);
      onTestFinished(() => void vi.unstubAllEnvs());
      plainHttp();
      await (await kvOf(outage)).behave({ reads: 'fail', writes: 'fail' });
      return examined();
    };

    test('reports a failed request in one line, and continues with the other checks', async () => {
      const admin = new AdminApi(outage.service);
      const findings = await findingsOf(() => checkDeployment(outage.service, { admin }));
      expect(faultsOf(findings)).toEqual([
        {
          level: 'fault',
          what: expect.stringMatching(/^its applications: responded with 503: /),
          advice: expect.stringContaining('docs/operate/outages.md'),
        },
      ]);
      const said = findings.map(({ what }) => what);
      expect(said).toContain(`the issuer is ${outage.service}`);
      expect(said).toContain('carrier S: CARRIER_S is not set');
      const failed = said.findIndex((what) => what.startsWith('its applications'));
      expect(said.indexOf('nothing is served over plain http')).toBeLessThan(failed);
    });

    test("doesn't advise to check the CLIENT_ID of a gateway", async () => {
      const faults = faultsOf(await findingsOf(() => checkDeployment(outage.gateway)));
      expect(faults).toMatchObject([
        { what: expect.stringMatching(/^the login service at .* responds with 503 to a sign-in: /) },
      ]);
      expect(faults[0]?.advice).toContain('docs/operate/outages.md');
      expect(JSON.stringify(faults)).not.toContain('CLIENT_ID');
    });
  });

  describe('KEYS', () => {
    const keyOf = (id: string, byte: number) =>
      `${id}:${Buffer.from('0123456789abcdef'.repeat(2)).fill(byte, 0, 8).toString('base64')}`;
    const examineWith = async (half: 'service' | 'gateway', rings: Record<string, string>) => {
      const overrides = Object.fromEntries(
        Object.entries(rings).map(([worker, KEYS]) => [`plid-${half}-${worker}`, { secrets: { KEYS } }]),
      );
      const world = await startWorld({ overrides });
      plainHttp();
      const findings = await checkDeployment(world[half]);
      vi.restoreAllMocks();
      await world.close();
      return findings.filter(({ what }) => what.includes('KEYS'));
    };

    test.each([
      ['service', 'token', serviceSecrets.KEYS, keyOf('k2', 7)],
      ['gateway', 'session', gatewaySecrets.KEYS, keyOf(gatewaySecrets.KEYS.replace(/:.*/, ''), 7)],
    ] as const)('a worker with different KEYS is a fault: %s-%s', async (half, worker, _, other) => {
      expect(await examineWith(half, { [worker]: other })).toEqual([
        {
          level: 'fault',
          what: `KEYS in ${half}-${worker} differs from KEYS in the other workers of the ${half}, so the workers can't decrypt each other's values`,
          advice: expect.stringContaining(`npx plid-admin deploy ${half}`),
        },
      ]);
    });

    test("KEYS during a rotation aren't a fault unless a worker lacks another worker's current key", async () => {
      const [old, next] = [serviceSecrets.KEYS, keyOf('k2', 7)];
      const agree = [{ level: 'good', what: expect.stringMatching(/^KEYS is the same in \d+ workers$/) }];
      expect(await examineWith('service', { token: `${old},${next}`, user: old })).toEqual(agree);
      const skipped = await examineWith('service', { token: `${next},${old}` });
      expect(skipped).toMatchObject([
        { level: 'fault', what: expect.stringMatching(/^KEYS in service-token differs/) },
      ]);
    });

    test('a response contains only key IDs and a fingerprint, never keys', async () => {
      const answer = await usual.fetch(`${usual.service}/oauth2/token`, { method: 'OPTIONS' });
      const [id = '', key = ''] = serviceSecrets.KEYS.split(':');
      const bytes = Buffer.from(key, 'base64');
      const named = answer.headers.get('Plid-Keys') ?? '';
      expect(named).toMatch(new RegExp(`^${id}:[0-9a-f]{16}$`));
      const digest = (value: string | Buffer) => createHash('sha256').update(value).digest('hex');
      for (const text of [bytes.toString('hex'), digest(bytes), digest(key)])
        expect(text).not.toContain(named.split(':')[1]);
      for (const method of ['GET', 'PUT']) {
        const other = await usual.fetch(`${usual.service}/oauth2/token`, { method });
        expect(other.headers.has('Plid-Keys')).toBe(false);
      }
    });
  });

  test('finds a gateway whose GATEWAY_ORIGIN is another address', async () => {
    const vars = { GATEWAY_ORIGIN: 'https://old.example.com' };
    const overrides = { 'plid-gateway-login': { vars } };
    const world = closedAfterTest(await startWorld({ half: 'gateway', overrides }));
    plainHttp();
    const [fault] = faultsOf(await checkDeployment(world.gateway));
    expect(fault?.what).toBe('a sign-in is redirected to https://old.example.com, which is GATEWAY_ORIGIN');
    expect(fault?.advice).toContain('plid-admin doctor --url https://old.example.com');
  });

  describe('a missing worker', () => {
    const missing = ['/auth/token', '/auth/callback', '/admin/carriers/check'];
    const without = () => {
      const fetched = globalThis.fetch;
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
        const url = new URL(String(input));
        if (url.protocol === 'http:') throw new TypeError('fetch failed');
        return missing.includes(url.pathname)
          ? new Response('<html>', { status: 404 })
          : fetched(input, init);
      });
    };
    const found = async (origin: string, file?: string) => {
      without();
      const findings = await checkDeployment(origin, { file });
      vi.restoreAllMocks();
      return findings.filter(({ what }) => /isn't reachable|responds, although|your file/.test(what));
    };
    const write = (text: string) => {
      const folder = mkdtempSync(path.join(testFolder(), 'described-'));
      const file = path.join(folder, 'plid.deploy.toml');
      writeFileSync(file, `name = "plid"\n${text}`);
      return file;
    };
    const gateway = (workers: string[], host = 'shop.example.com') =>
      write(`[gateway]\nhost = "${host}"\nzone = "example.com"\nwithout = ${JSON.stringify(workers)}\n`);
    const gone = (worker: string) => `${worker} isn't reachable: the worker or its route is missing`;

    test('is a fault if sign-in needs it, otherwise a note', async () => {
      expect(await found(usual.gateway)).toMatchObject([
        { level: 'fault', what: gone('gateway-callback') },
        { level: 'note', what: gone('gateway-token'), advice: expect.stringContaining('--file') },
      ]);
      expect(await found(usual.service)).toMatchObject([
        {
          level: 'note',
          what: gone('service-carriers'),
          advice: expect.stringContaining('`carrier` names a worker of your own'),
        },
      ]);
    });

    test('is a fault unless the settings file excludes it', async () => {
      expect(new URL(usual.gateway).host).toBe('shop.example.com');
      expect(await found(usual.gateway, gateway([]))).toMatchObject([
        { level: 'fault', what: gone('gateway-callback') },
        { level: 'fault', what: gone('gateway-token'), advice: expect.stringContaining('--dry-run') },
      ]);
    });

    test("isn't a fault if the settings file excludes it; a worker that responds anyway is reported", async () => {
      expect(await found(usual.gateway, gateway(['token', 'user']))).toMatchObject([
        { level: 'fault', what: gone('gateway-callback') },
        { level: 'note', what: 'gateway-user responds, although your settings file excludes it' },
      ]);
    });

    test('needs a settings file that describes this host', async () => {
      const [first] = await found(usual.gateway, gateway([], 'other.example.com'));
      expect(first?.what).toMatch(/^your file: .* describes a gateway at other\.example\.com, not at shop/);
    });
  });

  test('finds headers that a proxy in front removes', async () => {
    const fetched = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (String(input).startsWith('http:')) throw new TypeError('fetch failed');
      const answer = await fetched(input, init);
      const changed = new Response(answer.body, answer);
      changed.headers.delete('Strict-Transport-Security');
      changed.headers.set('Cache-Control', 'max-age=60');
      return changed;
    });
    expect(faultsOf(await checkDeployment(usual.service)).map(({ what }) => what)).toEqual([
      '/.well-known/oauth-authorization-server responds with Cache-Control: max-age=60',
      '/.well-known/oauth-authorization-server responds with Strict-Transport-Security: none',
    ]);
  });
});

describe('plid doctor of an address without plid', () => {
  const only = async (url: string) => {
    const findings = await checkDeployment(url);
    expect(findings).toHaveLength(1);
    return findings[0];
  };

  test("reports a host that doesn't resolve", async () => {
    expect(await only('https://login.plid.invalid')).toMatchObject({
      level: 'fault',
      what: 'https://login.plid.invalid: the host does not resolve',
      advice: expect.stringContaining('DNS record'),
    });
  });

  test('reports the same single line with a token', async () => {
    const { code, stdout, stderr } = await doctor(['--admin'], '', 'https://login.plid.invalid');
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^fault {2}https:\/\/login\.plid\.invalid: the host does not resolve\n/);
    expect(stdout).toMatch(/\n1 fault\.\n$/);
  });

  test('reports a port where nothing listens', async () => {
    expect((await only('http://127.0.0.1:9'))?.what).toMatch(/no response/);
  });

  test('reports a self-signed certificate', async () => {
    const proxy = await startProxy({ fetch: async () => new Response('') }, { tls: true });
    onTestFinished(() => proxy.close());
    const finding = await only(proxy.url);
    expect(finding?.what).toMatch(/its certificate is not valid \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    expect(finding?.advice).toContain('proxied');
  });

  test('reports another server', async () => {
    const finding = await only(await serve(200, {}));
    expect(finding?.what).toMatch(/isn't a plid service or gateway/);
  });
});

test('a wrong clock is reported with its direction', async () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
  const skewed = async (seconds: number) => {
    const origin = await serve(200, { Date: at(seconds) });
    return (await checkClock({ origin, headers: {} }, '/')).what;
  };
  expect(await skewed(0)).toBe('the clocks differ by at most 30 seconds');
  expect(await skewed(-100)).toMatch(/^this machine's clock is (99|100|101) seconds ahead$/);
  expect(await skewed(100)).toMatch(/^this machine's clock is (99|100|101) seconds behind$/);
});

test("a redirect to https isn't a fault", async () => {
  plainHttp(() => new Response(null, { status: 301, headers: { Location: origins.service } }));
  expect((await checkPlainHttp(origins.service, '/')).level).toBe('good');
});

async function serve(status: number, headers: Record<string, string>): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs the command. @param at the address that the requests for the host go to. */
const doctor = (words: string[], at: string, url = 'https://login.example.com') =>
  plid(['doctor', '--url', url, ...words], { env: at === '' ? {} : { PLID_TEST_HOST_AT: at } });

describe('plid doctor of a local environment', () => {
  const world = useStarted(async () => {
    const application = await startApplication(() => new Response('the application'));
    const proxy = Promise.withResolvers<World>();
    const { port, close } = await startProxy({
      fetch: async (...sent) => (await proxy.promise).fetch(...sent),
    });
    const origin = `http://localhost:${port}`;
    const addresses = { BASE_URL: origin, SERVICE_URL: origin, GATEWAY_ORIGIN: origin };
    const vars = { ...addresses, APPLICATION_URL: application.url };
    const started = await startWorld({ local: true, overrides: { 'plid-local': { vars } } });
    proxy.resolve(started);
    return {
      ...started,
      origin,
      async close() {
        await close();
        await application.close();
        await started.close();
      },
    };
  });

  test('in front of an application finds no fault, and advises no deployment', async () => {
    const { code, stdout } = await plid(['doctor', '--url', world.origin]);
    expect(stdout).toContain(`${world.origin} is a local environment`);
    expect(stdout).toContain('No faults found.');
    expect([code, stdout]).toEqual([0, expect.not.stringMatching(/deploy|dashboard|Cloudflare/)]);
  });
});
