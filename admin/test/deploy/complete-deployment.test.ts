import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { listedWorkers } from '../../../test/support/world/configurations.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { type Deployments, olderTag, smallService, startDeployments } from '../cloudflare/index.ts';

const opened: Deployments[] = [];
afterAll(async () => {
  for (const deployments of opened) await deployments.close();
});

async function start(...given: Parameters<typeof startDeployments>): Promise<Deployments> {
  const deployments = await startDeployments(...given);
  opened.push(deployments);
  return deployments;
}

/** The example, edited by an operator who uses every part of both halves. */
const edited = readFileSync(path.join(root, 'admin/plid.deploy.example.toml'), 'utf8')
  .replace('# carrier = "../plid-carrier"', `carrier = "${path.join(root, 'docs/examples/carrier')}"`)
  .replace(/^CARRIER_S = .*$/m, '')
  .replace(/^SERVICE_URL = .*$/m, 'SERVICE_URL = "https://login.example.com"')
  .replace(/^CLIENT_ID = .*$/m, 'CLIENT_ID = "demoshop000000000001"')
  .replace('without = ["guard", "verify"]', '')
  .replace('# APPLICATION_URL', 'APPLICATION_URL');
const smallGateway = `
name = "plid"

[gateway]
host = "shop.example.com"
zone = "example.com"
without = ["login", "callback", "session", "token", "user", "disconnect", "events", "verify", "guard"]

[gateway.settings]
SERVICE_URL = "https://login.example.com"
CLIENT_ID = "demoshop000000000001"
`;
const metadata = { main_module: 'index.js', bindings: [], compatibility_date: '2026-10-20' };
const issued = `CLIENT_SECRET="${'0123456789abcdef'.repeat(4)}"\n`;

/** The workers of a half, except those that the operator replaces with their own, and adapters that aren't chosen. */
const workersOf = (half: string) =>
  listedWorkers
    .filter(({ deployedFor }) => deployedFor === undefined)
    .map(({ worker }) => `plid-${worker}`)
    .filter((name) => name.startsWith(`plid-${half}-`) && name !== 'plid-service-carriers');

describe('service and gateway in one account', { shuffle: false }, () => {
  let deployments: Deployments;

  test('deploy the whole service, its own carrier worker after the objects, and every route responds', async () => {
    deployments = await start();
    const { terminal, cloudflare } = deployments;
    terminal.write('plid.deploy.toml', edited);
    expect((await terminal.deploy('service')).output).toContain(
      "can't be generated. Add the missing values to plid-service.secrets",
    );
    expect(cloudflare.writes()).toEqual([]);
    terminal.write('plid-service.secrets', 'CARRIERS_KEY="a key"\n');
    const { output, code } = await terminal.deploy('service');
    expect(output).toMatch(/every route of \d+ workers was checked with \d+ requests\nNext: .*\n$/);
    expect(code).toBe(0);
    const deployed = [...cloudflare.state.scripts.keys()];
    const [signer, objects, ...others] = workersOf('service');
    expect(deployed).toEqual([signer, objects, 'plid-carrier', ...others]);
    expect(cloudflare.state.domains).toMatchObject([{ hostname: 'login.example.com' }]);
  }, 120_000);

  test('deploy the whole gateway on an existing host, without a custom domain', async () => {
    const { terminal, cloudflare } = deployments;
    terminal.write('plid-gateway.secrets', issued);
    cloudflare.state.records.push({ name: 'shop.example.com', type: 'A', proxied: true });
    const { output, code } = await terminal.deploy('gateway');
    expect(output).toMatch(/every route of \d+ workers was checked with \d+ requests\nNext: .*\n$/);
    expect(code).toBe(0);
    expect([...cloudflare.state.scripts.keys()]).toEqual(expect.arrayContaining(workersOf('gateway')));
    expect(cloudflare.state.domains).toHaveLength(1);
    expect(cloudflare.state.routes.map(({ pattern }) => pattern)).toContain('shop.example.com/*');
    const secrets = ['plid-service.secrets', 'plid-gateway.secrets'].map((name) =>
      parseEnv(terminal.read(name)),
    );
    expect(secrets[0]?.KEYS).not.toBe(secrets[1]?.KEYS);
  }, 120_000);

  test('deploy staging under another name without touching them', async () => {
    const { terminal, cloudflare } = deployments;
    const production = structuredClone(cloudflare.state.essence());
    const before = cloudflare.writes().length;
    terminal.write(
      'plid.staging.toml',
      smallService.replace('"plid"', '"plid-staging"').replace('login.', 'staging.'),
    );
    const { output, code } = await terminal.deploy('service', '--file', 'plid.staging.toml');
    expect(code, output).toBe(0);
    for (const { path } of cloudflare.writes().slice(before)) {
      expect(path).toMatch(/scripts\/plid-staging-|kv\/namespaces(?:$|\/)/);
    }
    const { workers, titles, routes, domains, records } = cloudflare.state.essence();
    expect({
      workers: workers.filter(({ name }) => !name.startsWith('plid-staging-')),
      titles: titles.filter((title) => !title.startsWith('plid-staging-')),
      routes: routes.filter((route) => !route.startsWith('staging.')),
      domains: domains.filter((domain) => !domain.startsWith('staging.')),
      records: records.filter(({ name }) => !name.startsWith('staging.')),
    }).toEqual(production);
    const [own, theirs] = ['plid-staging', 'plid'].map((name) =>
      parseEnv(terminal.read(`${name}-service.secrets`)),
    );
    expect(own?.KEYS).not.toBe(theirs?.KEYS);
  }, 60_000);
});

/**
 * Writes that another test or write covers. For the holder of the lock, admin/test/deploy/concurrent-deployments.test.ts starts with only that
 * write. The token worker, and the address of the objects, are written like those of the last worker, and
 * admin/test/deploy/deploy.test.ts kills the deployment before the routes.
 */
const alike = /\/values\/holder$|plid-service-token(?:\?|\/subdomain)|plid-service-objects\/subdomain/;

test('a deployment killed after each kind of write reaches the same state when run again', async () => {
  const { cloudflare, terminal, edge } = await start();
  terminal.write('plid.deploy.toml', smallService);
  expect((await terminal.deploy('service')).code).toBe(0);
  const secrets = terminal.read('plid-service.secrets');
  const reached = cloudflare.state.essence();
  expect(cloudflare.history.length).toBeGreaterThan(6);
  const writes = cloudflare.writes().map(({ path }) => path);
  expect(writes.filter((written) => alike.test(written))).toHaveLength(4);
  // Reads change nothing, so that the state after a write is also the state after each read that follows it.
  for (const [index, state] of cloudflare.history.slice(0, -1).entries()) {
    if (alike.test(writes[index] ?? '')) continue;
    const interrupted = await start(state, edge);
    interrupted.terminal.write('plid.deploy.toml', smallService);
    interrupted.terminal.write('plid-service.secrets', secrets);
    const { output, code } = await interrupted.terminal.deploy('service', '--take-over');
    expect(code, `after write ${index + 1}: ${output}`).toBe(0);
    const { workers, titles, ...rest } = state.essence();
    // A run without work does not take the lock that was left.
    const kept = titles.filter((title) => title !== 'plid-service-deploying');
    expect({ ...rest, titles: kept, workers: sortByName(workers) }, `after write ${index + 1}`).toEqual({
      ...reached,
      workers: sortByName(reached.workers),
    });
  }
}, 300_000);

test('an interrupted upgrade continues, or is rolled back as a whole', async () => {
  const { cloudflare, terminal } = await start();
  terminal.write('plid.deploy.toml', smallGateway);
  terminal.write('plid-gateway.secrets', issued);
  cloudflare.state.records.push({ name: 'shop.example.com', type: 'A', proxied: true });
  expect((await terminal.deploy('gateway')).code).toBe(0);
  const before = structuredClone(cloudflare.state.essence());

  terminal.write('plid.deploy.toml', `${smallGateway}RETENTION_DAYS = 300\nAPP_NAME = "Shop"\n`);
  const isSecondSwitch = writesTo(/scripts\/[^/]+\/deployments/, 1);
  cloudflare.refuse((call) =>
    isSecondSwitch(call) ? { status: 429, code: 971, message: 'Please wait' } : undefined,
  );
  const broken = await terminal.deploy('gateway', '--yes');
  expect(broken.code).toBe(1);
  expect(broken.output).toMatch(/Cloudflare has received too many requests .* Wait five minutes/);
  cloudflare.refuse();
  expect(cloudflare.state.essence()).not.toEqual(before);

  expect((await terminal.deploy('gateway', '--rollback')).code).toBe(0);
  expect(cloudflare.state.essence()).toEqual(before);
  const { output, code } = await terminal.deploy('gateway', '--yes');
  expect(output).toContain('(other configuration)');
  expect(code).toBe(0);
}, 120_000);

test('a gateway with more workers gets ADMIN_TOKEN and the STATES namespace, and rolls back without them', async () => {
  const { cloudflare, terminal } = await start();
  const before = smallGateway.replace('"guard"]', '"guard", "people"]');
  expect(before).not.toBe(smallGateway);
  terminal.write('plid.deploy.toml', before);
  terminal.write('plid-gateway.secrets', issued);
  cloudflare.state.records.push({ name: 'shop.example.com', type: 'A', proxied: true });
  expect((await terminal.deploy('gateway')).code).toBe(0);
  const held = terminal.read('plid-gateway.secrets');
  expect(held).not.toContain('ADMIN_TOKEN');
  const titles = () => cloudflare.state.namespaces.map(({ title }) => title);
  expect(titles()).toEqual(['plid-gateway-sessions']);

  terminal.write('plid.deploy.toml', `${smallGateway.replace('"login", ', '')}RETENTION_DAYS = 300\n`);
  const { output, code } = await terminal.deploy('gateway', '--yes');
  expect([code, output]).toEqual([0, expect.stringContaining('generated ADMIN_TOKEN in ')]);
  expect(output).toContain('created the KV namespace plid-gateway-states');
  expect(titles()).toEqual(['plid-gateway-sessions', 'plid-gateway-states']);
  const bound = cloudflare.state.current('plid-gateway-login')?.metadata.bindings;
  const { id: namespace_id } = cloudflare.state.namespaces[1] ?? {};
  expect(bound).toContainEqual({ name: 'STATES', type: 'kv_namespace', namespace_id });
  expect([...cloudflare.state.scripts.keys()]).toContain('plid-gateway-people');
  expect(
    terminal.read('plid-gateway.secrets').replace(/ADMIN_TOKEN="[a-z0-9-]{1,24}:[0-9a-f]{64}"\n/, ''),
  ).toBe(held);
  expect((await terminal.deploy('gateway')).output).toContain('nothing has changed');
  const back = await terminal.deploy('gateway', '--rollback');
  expect([back.code, back.output]).toEqual([
    0,
    expect.stringContaining('rolling back the gateway to its state before the release'),
  ]);
}, 120_000);

test('a rollback that disables showing and erasing users says so and asks', async () => {
  const { cloudflare, terminal } = await start();
  const { state } = cloudflare;
  terminal.write('plid.deploy.toml', smallGateway.replace('"guard"]', '"guard", "people"]'));
  terminal.write('plid-gateway.secrets', issued);
  state.records.push({ name: 'shop.example.com', type: 'A', proxied: true });
  await terminal.deploy('gateway');
  // An earlier deployment, without the worker that shows and erases people.
  const earlier = state.current('plid-gateway-objects');
  if (earlier === undefined) throw new Error('plid-gateway-objects is not deployed');
  const { metadata } = earlier;
  metadata.annotations = { 'workers/tag': olderTag('gateway'), 'workers/message': 'plid' };
  terminal.write('plid.deploy.toml', smallGateway);
  expect((await terminal.deploy('gateway', '--yes')).code).toBe(0);

  const before = cloudflare.writes().length;
  for (const parameters of [['--dry-run'], []]) {
    const { output, code } = await terminal.deploy('gateway', '--rollback', ...parameters);
    expect(output).toMatch(
      /\/auth\/admin\/people\/show, \/auth\/admin\/people\/erase, \/auth\/admin\/audit may fail until you deploy again/,
    );
    expect(output).toContain('people show and people erase will not work until you deploy again');
    expect(code).toBe(parameters.length === 0 ? 1 : 0);
  }
  expect(cloudflare.writes().slice(before)).toEqual([]);
  expect((await terminal.deploy('gateway', '--rollback', '--yes')).code).toBe(0);
  expect(state.current('plid-gateway-objects')?.id).toBe(earlier.id);
}, 120_000);

test('a token for one zone suffices, and an obsolete worker and route are named', async () => {
  // Each command of wrangler is a process of its own, as for an operator.
  const { cloudflare, terminal } = await start(undefined, undefined, 'own process');
  const { state } = cloudflare;
  terminal.write('plid.deploy.toml', smallService);
  state.addRoute({ pattern: 'old.example.com/oauth2/token*', script: 'plid-service-token' });
  const inAllZones = /scripts\/[^/]+\/routes$/;
  cloudflare.refuse(({ path: asked }) =>
    inAllZones.test(asked) ? { status: 403, code: 10000, message: 'Authentication error' } : undefined,
  );
  const { output, code } = await terminal.deploy('service');
  expect(code).toBe(0);
  expect(output).toContain('old.example.com/oauth2/token* still leads to plid-service-token');
  expect(state.routes.map(({ pattern }) => pattern)).toContain('login.example.com/oauth2/token*');

  state.deploy(
    'plid-service-user',
    { ...metadata, annotations: { 'workers/tag': olderTag('service') } },
    'export default {};',
  );
  const again = await terminal.deploy('service');
  expect(again.output).toContain('nothing has changed');
  expect(again.output).toContain('npx wrangler delete --name plid-service-user');
}, 60_000);

test('temporary files are removed when the command is stopped', async () => {
  const { cloudflare, terminal } = await start();
  terminal.write('plid.deploy.toml', smallService);
  // The lock and its holder, the namespace, the objects and their workers.dev address; then the token worker, whose secrets
  // hold KEYS.
  cloudflare.stopAfterWrites(6, () => terminal.kill('SIGTERM'));
  expect((await terminal.start.deploy('service')).code).toBe(1);
  const { KEYS = '' } = parseEnv(terminal.read('plid-service.secrets'));
  expect(KEYS).not.toBe('');
  const holding = terminal.files().filter(({ text: content }) => content.includes(KEYS));
  expect(holding.map(({ name }) => name)).toEqual(['plid-service.secrets']);
}, 60_000);

test('files of a killed run are removed by the next run, even if it changes nothing', async () => {
  const { terminal } = await start();
  terminal.write('plid.deploy.toml', smallService);
  terminal.write('.plid/plid-service/build/secrets.json', '{"KEYS":"left"}');
  const left = () => terminal.files().filter(({ text: content }) => content.includes('"left"'));
  expect(left()).toHaveLength(1);
  expect((await terminal.deploy('service', '--rollback')).code).toBe(1);
  expect(left()).toEqual([]);
}, 60_000);

/** Whether a call writes to a path, after the first few that do. */
function writesTo(pattern: RegExp, count: number) {
  let seen = 0;
  return ({ method, path }: { method: string; path: string }): boolean => {
    if (method === 'GET' || !pattern.test(path)) return false;
    seen += 1;
    return seen > count;
  };
}

const sortByName = <Item extends { name: string }>(items: Item[]) =>
  items.toSorted((left, right) => (left.name < right.name ? -1 : 1));
