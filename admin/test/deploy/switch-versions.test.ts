import { cpSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';
import { openTerminal } from '../cloudflare/operator.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const [objects, token] = ['plid-service-objects', 'plid-service-token'];
/** A setting of both workers. */
const changed = `${smallService}\n[service.settings]\nLOCATION_HINT = "weur"\n`;

/** A service that was deployed once; each test has a copy of it. */
let first: Deployments;
let deployments: Deployments;
beforeAll(async () => {
  first = await startDeployments();
  first.terminal.write('plid.deploy.toml', smallService);
  expect((await first.terminal.deploy('service')).code).toBe(0);
});
afterAll(() => first.close());
beforeEach(async () => {
  deployments = await startDeployments(first.cloudflare.state.copy());
  cpSync(first.terminal.folder, deployments.terminal.folder, { recursive: true });
  deployments.terminal.write('plid.deploy.toml', changed);
});
afterEach(() => deployments.close());

const running = () => [objects, token].map((name) => deployments.cloudflare.state.current(name)?.id);
const hints = () =>
  [objects, token].map((name) => {
    const bindings = deployments.cloudflare.state.current(name)?.metadata.bindings ?? [];
    return bindings.find((binding) => binding.name === 'LOCATION_HINT')?.text;
  });

/** The writes to workers, such as `POST plid-service-token/versions`. */
const writes = () =>
  deployments.cloudflare.writes().flatMap(({ method, path }) => {
    const [, written] = /\/workers\/scripts\/([^?]+)/.exec(path) ?? [];
    return written === undefined ? [] : [`${method} ${written}`];
  });

/** Refuses the switch of the token worker, or the upload of its version. */
const refuse = (step: 'deployments' | 'versions') =>
  deployments.cloudflare.refuse(({ method, path }) =>
    method === 'POST' && path.includes(`${token}/${step}`)
      ? { status: 500, code: 10013, message: 'internal error' }
      : undefined,
  );

/** Another machine, which has only the committed settings file, and the secrets in the environment. */
function startOtherMachine() {
  const { cloudflare, edge, terminal } = deployments;
  const secrets = Object.entries(parseEnv(terminal.read('plid-service.secrets')));
  const variables = secrets.map(([name, value = '']) => [`PLID_SERVICE_${name}`, value]);
  const other = openTerminal({
    ...cloudflare.environment,
    ...edge.environment,
    ...(Object.fromEntries(variables) as Record<string, string>),
  });
  other.write('plid.deploy.toml', terminal.read('plid.deploy.toml'));
  return other;
}

test('all versions are uploaded before the first one serves requests, objects before callers', async () => {
  const { output, code } = await deployments.terminal.deploy('service', '--yes');
  expect([code, output]).toEqual([0, expect.stringMatching(/ran side by side for \d+\.\d seconds/)]);
  expect(writes()).toEqual([
    `POST ${objects}/versions`,
    `POST ${token}/versions`,
    `POST ${objects}/deployments`,
    `POST ${token}/deployments`,
  ]);
  expect(hints()).toEqual(['weur', 'weur']);
});

test('a deployment that fails before the switch changes nothing, and the next one completes it', async () => {
  const before = running();
  refuse('versions');
  const failed = await deployments.terminal.deploy('service', '--yes');
  expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('temporarily unavailable')]);
  expect(running()).toEqual(before);
  deployments.cloudflare.refuse();

  const other = startOtherMachine();
  const undo = await other.deploy('service', '--rollback', '--yes');
  expect([undo.code, undo.output]).toEqual([1, expect.stringContaining('no release to roll back to')]);
  const { output } = await other.deploy('service', '--yes');
  expect(output).toContain('2/2 plid-service-token deployed (other configuration)');
  expect(hints()).toEqual(['weur', 'weur']);
  expect((await other.deploy('service', '--rollback')).code).toBe(0);
  expect(running()).toEqual(before);
  other.close();
});

test('a deployment that fails during the switch is completed or rolled back from another machine', async () => {
  const before = running();
  refuse('deployments');
  expect((await deployments.terminal.deploy('service', '--yes')).code).toBe(1);
  deployments.cloudflare.refuse();
  expect(hints()).toEqual(['weur', undefined]);

  const other = startOtherMachine();
  const { output, code } = await other.deploy('service', '--yes');
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('1/1 plid-service-token deployed (other configuration)'),
  ]);
  expect(output).not.toContain(`${objects} deployed`);
  expect(hints()).toEqual(['weur', 'weur']);
  const back = await other.deploy('service', '--rollback');
  expect([back.code, back.output]).toEqual([0, expect.stringContaining(`restored ${objects}`)]);
  expect(running()).toEqual(before);
  other.close();
});

test.each([
  [
    'that was deployed elsewhere since its version was uploaded',
    () => {
      const { state } = deployments.cloudflare;
      const { metadata } = state.current(token) ?? { metadata: {} as never };
      state.deploy(token, { ...metadata, annotations: {} }, 'export default {};');
    },
    `Another command has deployed ${token} in the meantime.`,
  ],
  [
    'of a deployment that lost its lock since the upload',
    () => {
      const { state } = deployments.cloudflare;
      const lock = state.namespaces.find(({ title }) => title === 'plid-service-deploying');
      state.deleteNamespace(lock?.id ?? '');
    },
    'Another command has taken over the deployment of plid-service.',
  ],
])('a worker %s keeps its version', async (_, interrupt, message) => {
  const { cloudflare, terminal } = deployments;
  let kept: string | undefined;
  // The objects are switched first.
  cloudflare.refuse(({ method, path }) => {
    if (method === 'POST' && path.includes(`${objects}/deployments`))
      setImmediate(() => {
        interrupt();
        kept = cloudflare.state.current(token)?.id;
      });
    return undefined;
  });
  const { output, code } = await terminal.deploy('service', '--yes');
  cloudflare.refuse();
  expect([code, output]).toEqual([1, expect.stringContaining(message)]);
  expect(kept).toBeDefined();
  expect(cloudflare.state.current(token)?.id).toBe(kept);
});

test('a worker whose classes migrate is deployed before any version is uploaded', async () => {
  const script = deployments.cloudflare.state.scripts.get(objects);
  if (script === undefined) throw new Error(`${objects} isn't deployed`);
  script.migrationTag = 'v5';
  script.classes.pop();
  expect((await deployments.terminal.deploy('service', '--yes')).code).toBe(0);
  expect(writes().filter((each) => !each.endsWith('/subdomain'))).toEqual([
    `PUT ${objects}`,
    `POST ${token}/versions`,
    `POST ${token}/deployments`,
  ]);
  expect(script).toMatchObject({ migrationTag: 'v6', classes: { length: 7 } });
});

test('a worker whose route is missing is deployed in its turn', async () => {
  deployments.cloudflare.state.routes = [];
  expect((await deployments.terminal.deploy('service', '--yes')).code).toBe(0);
  const [uploaded, switched, ...then] = writes();
  expect([uploaded, switched]).toEqual([`POST ${objects}/versions`, `POST ${objects}/deployments`]);
  expect(then).toContain(`POST ${token}/versions`);
  expect(deployments.cloudflare.state.routes.map(({ script }) => script)).toEqual([token]);
});
