import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { token } from '../support/cloudflare/api.ts';
import { smallService, startDeployments } from '../support/cloudflare/index.ts';
import { listedWorkers } from '../support/world/test-workers.ts';

// wrangler takes a second of a core for each worker, and more where the machine has other work.
vi.setConfig({ testTimeout: 180_000 });

/** Every value that was ever a secret of a deployment: no output and no other file may hold one. */
const seen = new Set([token]);
const outputs: string[] = [];

/** An operator's terminal for one half of a deployment. */
async function openDeployment(half: 'service' | 'gateway', description: string, secrets = '') {
  const deployments = await startDeployments();
  const { cloudflare, terminal } = deployments;
  const file = `plid-${half}.secrets`;
  terminal.write('plid.deploy.toml', description);
  if (secrets !== '') terminal.write(file, secrets);
  const read = () => {
    const held = parseEnv(terminal.read(file)) as Record<string, string>;
    for (const value of Object.values(held).flatMap((text) => text.split(/[,:]/)))
      if (value.length > 30) seen.add(value);
    return held;
  };
  return {
    ...{ deployments, cloudflare, terminal, secrets: read },
    async run(command: 'deploy' | 'plid', ...parameters: string[]) {
      const before = cloudflare.writes().length;
      const { output, code } = await terminal[command](...parameters);
      outputs.push(output);
      read();
      return { output, code, writes: cloudflare.writes().slice(before).length };
    },
    rotations: () => JSON.parse(terminal.read(`.plid/plid-${half}/keys.json`)),
    /** Lets the time pass that a rotation waits for. */
    letTimePass(secret: string): void {
      const rotations = this.rotations();
      for (const pass of Object.keys(rotations[secret].notBefore))
        rotations[secret].notBefore[pass] = new Date(Date.now() - 1000).toISOString();
      terminal.write(`.plid/plid-${half}/keys.json`, JSON.stringify(rotations));
    },
    /** The values of a secret that deployed workers have. */
    deployed: (secret: string) => [
      ...new Set(
        [...cloudflare.state.scripts.keys()].flatMap((name) =>
          (cloudflare.state.current(name)?.metadata.bindings ?? [])
            .filter((binding) => binding.type === 'secret_text' && binding.name === secret)
            .map(({ text }) => text),
        ),
      ),
    ],
  };
}
type Opened = Awaited<ReturnType<typeof openDeployment>>;

/** The workers of a half that are left out, as the file names them. */
const withoutWorkers = (half: string, kept: string[]) =>
  listedWorkers
    .map(({ worker }) => worker.split(/-(.*)/))
    .filter(([own, name = '']) => own === half && !kept.includes(name))
    .map(([, name]) => `"${name}"`);

const idsOf = (keys = '') => keys.split(',').map((part) => part.replace(/:.*/, ''));

function expectNoSecrets({ terminal, secrets }: Opened): void {
  secrets();
  const values = [...seen];
  const found = [
    ...outputs.map((text, index) => ({ name: `output ${index}: ${text}`, text })),
    ...terminal.files().filter(({ name }) => !name.endsWith('.secrets')),
  ].filter(({ text }) => values.some((value) => text.includes(value)));
  expect(found.map(({ name }) => name)).toEqual([]);
  expect(terminal.files().filter(({ name }) => name.endsWith('.secrets'))).toMatchObject([{ mode: 0o600 }]);
}

/** One story: each test goes on where the one before has stopped. */
describe('the keys of a service', { shuffle: false }, () => {
  let service: Opened;
  const rotate = (...more: string[]) => service.run('plid', 'keys', 'rotate', 'service', ...more);
  const status = async () => (await service.run('plid', 'keys', 'status', 'service')).output;
  beforeAll(async () => {
    service = await openDeployment(
      'service',
      smallService.replace(
        /without = .*/,
        `without = [${withoutWorkers('service', ['objects', 'token', 'applications', 'metadata']).join()}]`,
      ),
    );
    expect((await service.run('deploy', 'service')).output).toContain('every route of 4 workers');
  }, 180_000);
  afterAll(() => service.deployments.close());

  test('before anything was begun', async () => {
    expect(await status()).toContain('KEYS (k1): no rotation is under way.');
    expect(await rotate('--secret', 'IDENTITY_KEY')).toMatchObject({ code: 1, writes: 0 });
    expect(await rotate('--secret', 'PHONE_KEY')).toMatchObject({ code: 1, writes: 0 });
  });

  test('the new key is put beside the old one, in every worker', async () => {
    const { output, code } = await rotate();
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('Next: run the same command again: k2 is put first'),
    ]);
    expect(idsOf(service.secrets().KEYS)).toEqual(['k1', 'k2']);
    expect(service.deployed('KEYS')).toEqual([service.secrets().KEYS]);
    expect(await status()).toMatch(
      /^KEYS \(k1, k2\): from k1 to k2\. Next: run the same command again: k2 is put first/m,
    );
  });

  test('then first; killed after one worker, and run again, it goes on', async () => {
    const added = service.secrets().KEYS ?? '';
    service.cloudflare.refuse(({ method, path }) => {
      if (method === 'GET' || !path.includes('/plid-service-applications')) return undefined;
      service.terminal.kill();
      return { status: 500, code: 0, message: 'nobody reads this' };
    });
    expect((await rotate()).code).toBe(null);
    service.cloudflare.refuse();
    expect(idsOf(service.secrets().KEYS)).toEqual(['k2', 'k1']);
    expect(service.deployed('KEYS')).toHaveLength(2);
    expect(await status()).toContain('The last pass broke off.');
    const { output, code } = await rotate();
    expect([code, output]).toEqual([0, expect.stringContaining('sealed under k2')]);
    expect(service.deployed('KEYS')).toEqual([added.split(',').reverse().join()]);
  });

  test('no pass begins while a worker does not run with the values of the file', async () => {
    const name = [...service.cloudflare.state.scripts.keys()].find((each) => each.endsWith('-token')) ?? '';
    const version = service.cloudflare.state.current(name);
    if (version === undefined) throw new Error(`${name} is not deployed`);
    const { state } = service.cloudflare;
    state.deploy(name, { ...version.metadata, annotations: { 'workers/tag': 'plid-0' } }, version.code);
    const { output, code, writes } = await rotate();
    expect({ code, writes }).toEqual({ code: 1, writes: 0 });
    expect(output).toMatch(/^plid-service-token: not as this folder .* First: npm run deploy -- service$/m);
    expect(service.rotations().KEYS.begun).toBe(false);
    expect((await service.run('deploy', 'service')).code).toBe(0);
  });

  test('then what is kept of client secrets is resealed, over the API of the service', async () => {
    const { output, code, writes } = await rotate();
    expect({ code, writes }).toEqual({ code: 0, writes: 0 });
    expect(output).toContain('resealed the field keys of 0 applications');
    expect(output).toMatch(
      /Next: run the same command again from 20\d\d-\d\d-\d\d \d\d:\d\d UTC on: k1 is taken out/,
    );
  });

  test('the old key is not taken out before its time, then it is', async () => {
    const early = await rotate();
    expect(early).toMatchObject({ code: 1, writes: 0 });
    expect(early.output).toMatch(/KEYS: k1 is taken out from 20/);
    const days = (Date.parse(service.rotations().KEYS.notBefore.drop) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThan(14);
    service.letTimePass('KEYS');
    const { output, code } = await rotate();
    expect([code, output]).toEqual([0, expect.stringContaining('KEYS is rotated.')]);
    expect(idsOf(service.secrets().KEYS)).toEqual(['k2']);
    expect(service.deployed('KEYS')).toEqual([service.secrets().KEYS]);
    expect(await status()).toContain('KEYS (k2): no rotation is under way.');
  });

  test('a key that has leaked is replaced with all passes at once', async () => {
    const { output, code } = await rotate('--leaked');
    expect([code, output]).toEqual([0, expect.stringContaining('KEYS is rotated.')]);
    expect(output.match(/resealed the field keys/g)).toHaveLength(2);
    expect(idsOf(service.secrets().KEYS)).toEqual(['k3']);
    expect(service.deployed('KEYS')).toEqual([service.secrets().KEYS]);
  });

  test('a token: a second one beside it, then the first one goes; one that has leaked goes at once', async () => {
    const before = service.secrets().ADMIN_TOKEN ?? '';
    const added = await rotate('--secret', 'ADMIN_TOKEN');
    expect(added.output).toContain('have admin2 used in the place of admin (the log names it), then run');
    expect(service.deployed('ADMIN_TOKEN')).toEqual([service.secrets().ADMIN_TOKEN]);
    expect(service.secrets().ADMIN_TOKEN).toMatch(new RegExp(`^${before},admin2:[0-9a-f]{64}$`));
    expect((await rotate('--secret', 'ADMIN_TOKEN', '--name', 'lee')).output).toContain(
      'admin of ADMIN_TOKEN is being',
    );
    expect((await rotate('--secret', 'ADMIN_TOKEN')).output).toContain('ADMIN_TOKEN is rotated.');
    expect(service.secrets().ADMIN_TOKEN).toMatch(/^admin2:/);
    expect((await rotate('--secret', 'ADMIN_TOKEN', '--leaked')).output).toContain('ADMIN_TOKEN is rotated.');
    expect(service.secrets().ADMIN_TOKEN).toMatch(/^admin3:/);
    expect(service.deployed('ADMIN_TOKEN')).toEqual([service.secrets().ADMIN_TOKEN]);
  });

  test('the key of events: published for a day before it signs; one that has leaked is replaced at once', async () => {
    const before = service.secrets().EVENT_KEY ?? '';
    const added = await rotate('--secret', 'EVENT_KEY');
    expect(added.output).toMatch(
      /Next: run the same command again from 20\d\d-.* UTC on: e2 is put first, before e1/,
    );
    expect(service.deployed('EVENT_KEY')).toEqual([service.secrets().EVENT_KEY]);
    expect(idsOf(service.secrets().EVENT_KEY)).toEqual(['e1', 'e2']);
    expect(await rotate('--secret', 'EVENT_KEY')).toMatchObject({ code: 1, writes: 0 });
    expect((await rotate('--secret', 'EVENT_KEY', '--leaked')).output).toContain('EVENT_KEY is rotated.');
    expect(idsOf(service.secrets().EVENT_KEY)).toEqual(['e2']);
    expect(service.secrets().EVENT_KEY).not.toBe(before);
  });

  test('a release that ran with the old keys is not brought back', async () => {
    const { output, code, writes } = await service.run('deploy', 'service', '--rollback');
    expect({ code, writes }).toEqual({ code: 1, writes: 0 });
    expect(output).toContain('ran with other secrets');
  });

  test('no secret was written anywhere but into the file for them', () => {
    expect(seen.size).toBe(9);
    expectNoSecrets(service);
  });
});

describe('the keys of a gateway', { shuffle: false }, () => {
  let gateway: Opened;
  const rotate = (...more: string[]) => gateway.run('plid', 'keys', 'rotate', 'gateway', ...more);
  beforeAll(async () => {
    const description = `
name = "plid"

[gateway]
host = "shop.example.com"
zone = "example.com"
without = [${withoutWorkers('gateway', ['objects', 'session', 'guard']).join()}]

[gateway.settings]
SERVICE_URL = "https://login.example.com"
CLIENT_ID = "demoshop000000000001"
APPLICATION_URL = "https://application.example.com"
RETENTION_DAYS = 30
`;
    gateway = await openDeployment(
      'gateway',
      description,
      `CLIENT_SECRET="${'0123456789abcdef'.repeat(4)}"\n`,
    );
    gateway.cloudflare.state.records.push({ name: 'shop.example.com', type: 'A', proxied: true });
    expect((await gateway.run('deploy', 'gateway')).output).toContain('every route of 3 workers');
  }, 180_000);
  afterAll(() => gateway.deployments.close());

  test('KEYS: add, first, and RETENTION_DAYS later the old key goes; at once where it has leaked', async () => {
    const before = gateway.secrets().KEYS;
    expect((await rotate()).code).toBe(0);
    const { output } = await rotate();
    expect(output).toMatch(/from 20\d\d-\d\d-\d\d \d\d:\d\d UTC on: k1 is taken out/);
    const days = (Date.parse(gateway.rotations().KEYS.notBefore.drop) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(gateway.secrets().KEYS).toMatch(new RegExp(`^k2:.*,${before?.replace(/[+]/g, '\\+')}$`));
    expect(await rotate()).toMatchObject({ code: 1, writes: 0 });
    expect((await rotate('--leaked')).output).toContain('KEYS is rotated.');
    expect(idsOf(gateway.secrets().KEYS)).toEqual(['k2']);
    expect((await rotate('--leaked')).output).toContain('k3 takes the place of k2');
    expect(idsOf(gateway.secrets().KEYS)).toEqual(['k3']);
    expect(gateway.deployed('KEYS')).toEqual([gateway.secrets().KEYS]);
  });

  test('IDENTITY_KEY: the application gets both before the guard signs with the new one', async () => {
    const before = gateway.secrets().IDENTITY_KEY ?? '';
    const added = await rotate('--secret', 'IDENTITY_KEY');
    expect(added.output).toContain(
      'give your application this IDENTITY_KEY, both keys, then run the same command',
    );
    expect(gateway.deployed('IDENTITY_KEY')).toEqual([gateway.secrets().IDENTITY_KEY]);
    expect(gateway.secrets().IDENTITY_KEY).toMatch(new RegExp(`^${before},[0-9a-f]{64}$`));
    expect((await rotate('--secret', 'IDENTITY_KEY')).code).toBe(0);
    expect(gateway.secrets().IDENTITY_KEY).toMatch(new RegExp(`^[0-9a-f]{64},${before}$`));
    gateway.letTimePass('IDENTITY_KEY');
    const dropped = await rotate('--secret', 'IDENTITY_KEY');
    expect(dropped.output).toContain('Give your application the IDENTITY_KEY that is left.');
    expect(gateway.secrets().IDENTITY_KEY).toMatch(/^[0-9a-f]{64}$/);
    expect(gateway.secrets().IDENTITY_KEY).not.toBe(before);
  });

  test('no secret was written anywhere but into the file for them', () => expectNoSecrets(gateway));
});
