import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';
import { openTerminal } from '../cloudflare/operator.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

type Terminal = ReturnType<typeof openTerminal>;

let deployments: Deployments;
let others: Terminal;
beforeEach(async () => {
  deployments = await startDeployments();
  const { cloudflare, edge, terminal } = deployments;
  others = openTerminal({ ...cloudflare.environment, ...edge.environment });
  for (const each of [terminal, others]) each.write('plid.deploy.toml', smallService);
});
afterEach(async () => {
  others.close();
  await deployments.close();
});

const file = 'plid-service.secrets';
const keys = /^(KEYS=\W?)k1:/m;
const keysOf = (terminal: Terminal) => parseEnv(terminal.read(file)).KEYS;
const running = () => deployments.cloudflare.state.current('plid-service-token');
const runningKeys = () => running()?.metadata.bindings.find(({ name }) => name === 'KEYS')?.text;
const titles = () => deployments.cloudflare.state.namespaces.map(({ title }) => title);

/** Two operators give the same command at the same moment. @returns the one that succeeded, and the message of the other. */
async function both(...parameters: string[]) {
  const terminals = [deployments.terminal, others] as const;
  const ends = await Promise.all(terminals.map((each) => each.deploy('service', ...parameters)));
  expect(ends.map(({ code }) => code).sort(), ends.map(({ output }) => output).join('\n---\n')).toEqual([
    0, 1,
  ]);
  const first = ends[0]?.code === 0 ? 0 : 1;
  return {
    winner: terminals[first],
    loser: terminals[1 - first] as Terminal,
    told: ends[1 - first]?.output ?? '',
  };
}

test('of two simultaneous first deployments one succeeds; the other names who deploys and which secrets file counts', async () => {
  const { winner, loser, told } = await both();
  expect(told).toMatch(
    /\S+@\S+ is already deploying plid-service \(started (?:20.* UTC|a moment ago)\)\. Nothing was changed\..*--take-over/,
  );
  expect(runningKeys()).toBe(keysOf(winner));
  expect(loser.files().map(({ name }) => name)).not.toContain(file);
  expect(titles()).toEqual(['plid-service-applications']);

  const again = await loser.deploy('service');
  expect(again.output).toMatch(/already has OPENID_KEY, but .* doesn't\. Copy that file from the machine/);
  expect(runningKeys()).toBe(keysOf(winner));
});

test('of two deployments with different secrets one succeeds as a whole; the other then finds other secrets', async () => {
  expect((await deployments.terminal.deploy('service')).code).toBe(0);
  const held = deployments.terminal.read(file);
  deployments.terminal.write(file, held.replace(keys, '$1k2:'));
  others.write(file, held.replace(keys, '$1k3:'));
  const { winner, loser } = await both('--replace-secret', 'KEYS');
  expect(runningKeys()).toBe(keysOf(winner));
  const again = await loser.deploy('service');
  expect(again).toMatchObject({ code: 1 });
  expect(again.output).toContain('contains another KEYS, not the value that has been running');
  expect(runningKeys()).toBe(keysOf(winner));
});

test('an abandoned lock is taken over on request or after 15 minutes, and its former owner stops', async () => {
  const { cloudflare, terminal } = deployments;
  const holder = (seen: number) =>
    JSON.stringify({
      by: 'kim@laptop',
      since: '2026-11-22T10:43:07.000Z',
      seen: new Date(seen).toISOString(),
    });
  const lock = cloudflare.state.createNamespace('plid-service-deploying');
  cloudflare.state.values.set(`${lock.id}/holder`, holder(Date.now() - 14 * 60_000));
  const before = cloudflare.writes().length;
  const refused = await others.deploy('service', '--yes');
  expect(refused.output).toContain(
    'kim@laptop is already deploying plid-service (started 2026-11-22 10:43 UTC).',
  );
  // Only the check of the lock was made.
  expect(
    cloudflare
      .writes()
      .slice(before)
      .map(({ path }) => path),
  ).toEqual(['/accounts/account/storage/kv/namespaces']);
  expect((await others.deploy('service', '--take-over')).output).toContain(
    'taking over the lock from kim@laptop: as asked',
  );

  const stale = cloudflare.state.createNamespace('plid-service-deploying');
  cloudflare.state.values.set(`${stale.id}/holder`, holder(Date.now() - 16 * 60_000));
  terminal.write(file, others.read(file));
  terminal.write('plid.deploy.toml', `${smallService}[service.settings]\nOPERATOR_NAME = "Lee"\n`);
  // Another operator takes the lock while this one is about to upload.
  cloudflare.refuse(({ method, path }) => {
    if (method !== 'PUT' || !path.includes('/values/holder')) return undefined;
    const own = cloudflare.state.namespaces.find(({ title }) => title === 'plid-service-deploying');
    setImmediate(() => own && cloudflare.state.deleteNamespace(own.id));
    return undefined;
  });
  const taken = await terminal.deploy('service', '--yes');
  cloudflare.refuse();
  expect(taken.output).toMatch(/taking over the lock from kim@laptop: no heartbeat since 20.* UTC/);
  expect(taken.output).toContain('Another command has taken over the deployment of plid-service.');
  expect(taken.code).toBe(1);
});

test("a deployment made past the lock isn't overwritten", async () => {
  expect((await deployments.terminal.deploy('service')).code).toBe(0);
  const { cloudflare, terminal } = deployments;
  const version = running();
  if (version === undefined) throw new Error('plid-service-token is not deployed');
  terminal.write('plid.deploy.toml', `${smallService}[service.settings]\nHSTS_SUBDOMAINS = "N"\n`);
  cloudflare.refuse(({ method, path }) => {
    if (method === 'PUT' && path.includes('/values/holder'))
      cloudflare.state.deploy(
        'plid-service-token',
        { ...version.metadata, annotations: {} },
        'export default {};',
      );
    return undefined;
  });
  const { output, code } = await terminal.deploy('service', '--yes');
  cloudflare.refuse();
  expect(code).toBe(1);
  expect(output).toContain('Another command has deployed plid-service-token in the meantime.');
  expect(running()?.code).toBe('export default {};');
  expect(titles()).toEqual(['plid-service-applications']);
});
