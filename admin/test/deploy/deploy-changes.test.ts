import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { applyPlan } from '../../deploy/apply/apply-plan.ts';
import { deployChanges } from '../../deploy/apply/deploy-changes.ts';
import { withLock } from '../../deploy/cloudflare/deployment-lock.ts';
import { parseVersionNote, type RecordedPass } from '../../deploy/cloudflare/version-metadata.ts';
import type { Target } from '../../deploy/plan/build-workers.ts';
import { planSteps } from '../../deploy/plan/deployment-steps.ts';
import type { Plan } from '../../deploy/plan/plan.ts';
import { Deployment } from '../../deploy/read/deployment.ts';
import { startCloudflare } from '../cloudflare/api.ts';
import type { Metadata } from '../cloudflare/state.ts';
import { playWrangler } from '../cloudflare/wrangler-in-memory.ts';

type Cloudflare = Awaited<ReturnType<typeof startCloudflare>>;

/** Workers with other code than is deployed, in the plan's order, and what makes each need its own method. */
const workers: Record<string, Partial<Target>> = {
  'plid-service-token': {},
  'plid-service-new': {},
  'plid-service-guard': { routes: ['login.example.com/missing'] },
  'plid-service-objects': { migrationTag: 'v2' },
  'plid-service-metadata': {},
  'plid-carrier': { routes: undefined, settings: undefined },
};
const names = Object.keys(workers);
const missing = 'plid-service-new';

/** Every write of the deployment, in order. */
const expectedWrites = [
  'deploy plid-service-new',
  'deploy plid-service-objects',
  'versions upload plid-service-token',
  'versions upload plid-service-metadata',
  'POST plid-service-token/deployments',
  'deploy plid-service-guard',
  'POST plid-service-metadata/deployments',
  'deploy plid-carrier',
  'PATCH plid-service-token/script-settings',
  'PATCH plid-service-metadata/script-settings',
];

let cloudflare: Cloudflare;
let writes: string[];
/** Is called before the first write and during each one, with the number of writes that were sent. */
let interfere: (sent: number) => void;
let leaveWrangler: () => void;

beforeEach(async () => {
  [writes, interfere] = [[], () => {}];
  cloudflare = await startCloudflare();
  for (const [name, value] of Object.entries(cloudflare.environment)) vi.stubEnv(name, value);
  const note = (write: string) => void interfere(writes.push(write));
  leaveWrangler = playWrangler(cloudflare.state, note);
  cloudflare.refuse(({ method, path: asked }) => {
    const [, worker] = /\/workers\/scripts\/([^?]+)/.exec(asked) ?? [];
    if (method !== 'GET' && worker !== undefined) note(`${method} ${worker}`);
    return undefined;
  });
  for (const name of names.filter((one) => one !== missing)) deployElsewhere(name, 'export default 1;');
});
afterEach(async () => {
  leaveWrangler();
  vi.unstubAllEnvs();
  await cloudflare.close();
});

/** Deploys a worker as another tool does. */
function deployElsewhere(name: string, code: string): void {
  const migrations = { new_tag: 'v1', steps: [] };
  const metadata: Metadata = {
    ...{ main_module: 'index.js', compatibility_date: '2026-01-01', bindings: [] },
    ...(name.endsWith('-objects') && cloudflare.state.current(name) === undefined && { migrations }),
  };
  cloudflare.state.deploy(name, metadata, code);
}

/** The plan of the deployment, from the account's state. */
async function plan(): Promise<Plan> {
  const folder = mkdtempSync(path.join(testFolder(), 'deploy-changes-'));
  const deployment = new Deployment({
    ...{ half: 'service', name: 'plid', host: 'login.example.com', zone: 'example.com', folder },
    ...{ without: [], settings: {}, allSettingNames: [], limits: {}, observability: {}, carrier: undefined },
  });
  mkdirSync(deployment.paths.build, { recursive: true });
  const targets = names.map((name): Target => {
    const config = path.join(deployment.paths.build, `${name}.json`);
    writeFileSync(config, '{}');
    return {
      ...{ name, config, routes: [], domain: undefined, settings: {}, migrationTag: undefined, secrets: {} },
      logSettings: { observability: { enabled: true } },
      fingerprints: { code: 'newer', configuration: 'newer', secrets: {} },
      ...workers[name],
    };
  });
  const account = await deployment.account();
  return {
    ...{ deployment, targets, account },
    ...{ workers: [], limits: [], fromEnvironment: [], newSecrets: {}, namespaces: [] },
    deployed: account.workers,
    changes: targets.map((target) => ({ target, reason: 'other code' })),
    rebuild: async () => targets,
  };
}

/** Takes the lock, and deploys. @returns the printed lines. */
async function deploy(changes: Partial<Plan> = {}, pass?: RecordedPass): Promise<string[]> {
  const made = { ...(await plan()), ...changes };
  const { deployment } = made;
  const lines: string[] = [];
  await withLock({ deployment, takeOver: false, print: () => {} }, async (lock) => {
    interfere(0);
    await deployChanges(made, made.targets, { lock, pass, urgent: false }, (line) => lines.push(line));
  });
  return lines;
}

/** Lets another command change the account while the deployment makes its n-th write, or before the first one. */
function during(write: number, change: () => void): void {
  interfere = (sent) => {
    if (sent === write) change();
  };
}

test('an undisturbed deployment makes every write once, by all three methods', async () => {
  const made = await plan();
  const steps = await planSteps(made, made.targets);
  expect(new Set(steps.map(({ method }) => method))).toEqual(
    new Set(['deploy first', 'switch', 'deploy in place']),
  );
  const lines = await deploy();
  expect(writes).toEqual(expectedWrites);
  expect(lines.map((line) => line.replace(/\d+\.\d seconds/, '… seconds'))).toEqual([
    '  1/6 plid-service-new deployed (other code)',
    '  2/6 plid-service-objects deployed (other code)',
    '  plid-service-token uploaded',
    '  plid-service-metadata uploaded',
    '  3/6 plid-service-token deployed (other code)',
    '  4/6 plid-service-guard deployed (other code)',
    '  5/6 plid-service-metadata deployed (other code)',
    '  6/6 plid-carrier deployed (other code)',
    '  old and new versions ran side by side for … seconds',
  ]);
});

test('a single new worker never runs next to an older version of another', async () => {
  const { targets } = await plan();
  const [target] = targets;
  if (target === undefined) throw new Error('no target');
  expect(await deploy({ changes: [{ target, reason: 'other code' }] })).toEqual([
    '  plid-service-token uploaded',
    '  1/1 plid-service-token deployed (other code)',
  ]);
});

test('the pass of a rotation is noted only at workers that have the secret', async () => {
  const { targets } = await plan();
  const having = ['plid-service-token', 'plid-carrier'];
  const withSecret = targets.map((target) => ({
    ...target,
    secrets: having.includes(target.name) ? { KEYS: 'k1:x' } : {},
  }));
  const changes = withSecret.map((target) => ({ target, reason: 'other KEYS' }));
  const pass = { secret: 'KEYS', from: 'k1', to: 'k2', pass: 'add' };
  await deploy({ targets: withSecret, changes }, pass);
  const noted = names.filter((name) => {
    const message = cloudflare.state.current(name)?.metadata.annotations?.['workers/message'];
    return parseVersionNote(message)?.rotation !== undefined;
  });
  expect(noted).toEqual(having);
});

test('nothing is created or deployed if any worker has changed since it was compared', async () => {
  for (const name of names.filter((each) => each !== missing)) {
    const made = await plan();
    deployElsewhere(name, 'export default "of another tool";');
    await expect(applyPlan(made, {}, () => {})).rejects.toThrow(`Another command has deployed ${name}`);
  }
  expect(writes).toEqual([]);
});

test('a deployment renews its lock once a minute', async () => {
  const { deployment } = await plan();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const seen = () => JSON.parse([...cloudflare.state.values.values()][0] ?? '{}').seen as string;
  await withLock({ deployment, takeOver: false, print: () => {} }, async (lock) => {
    const first = seen();
    vi.setSystemTime(Date.parse(first) + 59_000);
    await lock.confirm();
    expect(seen()).toBe(first);
    vi.setSystemTime(Date.parse(first) + 61_000);
    await lock.confirm();
    expect(Date.parse(seen()) - Date.parse(first)).toBe(61_000);
  });
});

test.each([
  [900, false],
  [901, true],
])('a lock whose last sign of life is %i seconds old is taken over: %s', async (seconds, isTaken) => {
  const { deployment } = await plan();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const held = cloudflare.state.createNamespace('plid-service-deploying');
  const since = new Date(Date.now() - seconds * 1_000).toISOString();
  cloudflare.state.values.set(`${held.id}/holder`, JSON.stringify({ by: 'lee@desk', since, seen: since }));
  const taking = withLock({ deployment, takeOver: false, print: () => {} }, async () => 'taken');
  if (isTaken) await expect(taking).resolves.toBe('taken');
  else await expect(taking).rejects.toThrow('lee@desk is already deploying plid-service');
});

test.each(expectedWrites)(
  'after the lock is lost, a deployment no longer makes the write: %s',
  async (write) => {
    const before = expectedWrites.indexOf(write);
    during(before, () => {
      const lock = cloudflare.state.namespaces.find(({ title }) => title === 'plid-service-deploying');
      cloudflare.state.deleteNamespace(lock?.id ?? '');
    });
    await expect(deploy()).rejects.toThrow(
      'Another command has taken over the deployment of plid-service. Before you run this command again, ask the operator of the other command.',
    );
    expect(writes).toEqual(expectedWrites.slice(0, before));
  },
);

test.each(names)(
  "a deployment doesn't replace a version of %s that another tool has just deployed",
  async (name) => {
    const before = expectedWrites.findIndex((write) =>
      [`deploy ${name}`, `POST ${name}/deployments`].includes(write),
    );
    const other = 'export default "of another tool";';
    during(before, () => deployElsewhere(name, other));
    await expect(deploy()).rejects.toThrow(
      `Another command has deployed ${name} in the meantime. Run the same command again to repeat the comparison.`,
    );
    expect(writes).toEqual(expectedWrites.slice(0, before));
    expect(cloudflare.state.current(name)?.code).toBe(other);
  },
);
