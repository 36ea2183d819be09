import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';
import { openTerminal } from '../cloudflare/operator.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const file = 'plid-service.secrets';
const names = ['OPENID_KEY', 'EVENT_KEY', 'DISCLOSURE_KEY', 'KEYS'];
type Terminal = ReturnType<typeof openTerminal>;

let deployments: Deployments;
let opened: Terminal[];
beforeEach(async () => {
  deployments = await startDeployments();
  opened = [];
});
afterEach(async () => {
  for (const terminal of opened) terminal.close();
  await deployments.close();
});

/** A machine of a CI system, which has only the repository and these variables. */
function startRunner(variables: Record<string, string> = {}): Terminal {
  const { cloudflare, edge } = deployments;
  const runner = openTerminal({ ...cloudflare.environment, ...edge.environment, CI: 'true', ...variables });
  runner.write('plid.deploy.toml', smallService);
  opened.push(runner);
  return runner;
}

/** Makes secrets as the guide says. @returns them as variables of a CI system. */
async function makeSecrets(): Promise<Record<string, string>> {
  const { terminal } = deployments;
  terminal.write('plid.deploy.toml', smallService);
  const { output, code } = await terminal.plid('secrets', 'new', 'service');
  expect(code).toBe(0);
  const made = parseEnv(output);
  return Object.fromEntries(
    Object.entries(made).map(([name, value]) => [`PLID_SERVICE_${name}`, `${value}`]),
  );
}

const deployed = (secret: string) =>
  deployments.cloudflare.state
    .current('plid-service-token')
    ?.metadata.bindings.find(({ name }) => name === secret)?.text;

test('in CI no secret is generated, and missing ones are named with the command that creates them', async () => {
  const runner = startRunner({ PLID_SERVICE_KEYS: '' });
  for (const parameters of [[], ['--yes'], ['--all', '--yes'], ['--dry-run']]) {
    const { output, code } = await runner.deploy('service', ...parameters);
    expect(code, output).toBe(1);
    for (const name of names)
      expect(output).toMatch(new RegExp(`^Missing: .*\\b${name}\\b.*PLID_SERVICE_${name}`, 'm'));
    expect(output).toContain('npx plid-admin secrets new service');
  }
  expect(deployments.cloudflare.writes()).toEqual([]);
  expect(runner.files().map(({ name }) => name)).not.toContain(file);
});

test('in CI secrets come from the environment, and another runner needs the same ones', async () => {
  const variables = await makeSecrets();
  expect(Object.keys(variables).sort()).toEqual(names.map((name) => `PLID_SERVICE_${name}`).sort());
  expect(deployments.terminal.files().map(({ name }) => name)).not.toContain(file);

  const runner = startRunner(variables);
  const first = await runner.deploy('service');
  expect(first.code, first.output).toBe(0);
  expect(first.output).toMatch(/secrets from the environment: .*KEYS/);
  for (const value of Object.values(variables)) expect(first.output).not.toContain(value);
  expect(deployed('KEYS')).toBe(variables.PLID_SERVICE_KEYS);
  expect(runner.files().map(({ name }) => name)).not.toContain(file);
  expect((await startRunner(variables).deploy('service')).output).toContain('nothing has changed');

  const { PLID_SERVICE_KEYS: keys = '', ...others } = variables;
  const before = deployments.cloudflare.writes().length;
  for (const yes of [[], ['--yes']]) {
    const changed = await startRunner({ ...others, PLID_SERVICE_KEYS: keys.replace('k1:', 'k2:') }).deploy(
      'service',
      ...yes,
    );
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(
      /^PLID_SERVICE_KEYS contains another KEYS, not the value that has been running since 20.* Nothing was changed/m,
    );
    const lost = await startRunner(others).deploy('service', ...yes);
    expect(lost.code).toBe(1);
    expect(lost.output).toMatch(/already has KEYS, but .* or set PLID_SERVICE_KEYS\./);
  }
  expect(deployments.cloudflare.writes()).toHaveLength(before);
});

test('the environment precedes the secrets file; a rotation in CI never writes that file', async () => {
  const variables = await makeSecrets();
  const lines = Object.entries(variables).map(
    ([name, value]) => `${name.replace('PLID_SERVICE_', '')}="${value}"\n`,
  );
  const held = lines.join('').replace(/^(KEYS=\W?)k1:/m, '$1k7:');
  const { PLID_SERVICE_KEYS = '' } = variables;
  const runner = startRunner({ PLID_SERVICE_KEYS });
  runner.write(file, held);
  expect((await runner.deploy('service')).code).toBe(0);
  expect(deployed('KEYS')).toBe(PLID_SERVICE_KEYS);
  expect(runner.read(file)).toBe(held);

  const before = deployments.cloudflare.writes().length;
  const inEnvironment = startRunner({ CI: '', PLID_SERVICE_KEYS });
  const inCi = startRunner();
  for (const each of [inEnvironment, inCi]) each.write(file, lines.join(''));
  for (const yes of [[], ['--leaked', '--yes']]) {
    expect((await inEnvironment.plid('keys', 'rotate', 'service', ...yes)).output).toMatch(
      /^KEYS comes from PLID_SERVICE_KEYS, so the new value must be stored there first\. Store the output of: npx plid-admin secrets next service --secret KEYS$/m,
    );
    expect((await inCi.plid('keys', 'rotate', 'service', ...yes)).output).toMatch(
      /^CI is set, but a rotation/,
    );
  }
  expect(deployments.cloudflare.writes()).toHaveLength(before);
  for (const each of [inEnvironment, inCi]) expect(each.read(file)).toBe(lines.join(''));
});
