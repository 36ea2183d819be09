import { cpSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatVersionNote } from '../../deploy/cloudflare/version-metadata.ts';
import { describeChangedSettings } from '../../deploy/plan/changed-settings.ts';
import { makePlan } from '../../deploy/plan/plan.ts';
import { openDeployment } from '../../deploy/read/deployment.ts';
import { type Deployments, olderTag, smallService, startDeployments } from '../cloudflare/index.ts';
import type { Metadata, UploadedBinding } from '../cloudflare/state.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const token = 'plid-service-token';
const withSettings = (...lines: string[]) => `${smallService}\n[service.settings]\n${lines.join('\n')}\n`;
const ours = withSettings('HSTS_SUBDOMAINS = "Y"', 'LOCATION_HINT = "weur"');

/** A service that was deployed once; each test has a copy of it. */
let first: Deployments;
let deployments: Deployments;
beforeAll(async () => {
  first = await startDeployments();
  first.terminal.write('plid.deploy.toml', ours);
  expect((await first.terminal.deploy('service')).code).toBe(0);
}, 120_000);
afterAll(() => first.close());
beforeEach(async () => {
  deployments = await startDeployments(first.cloudflare.state.copy());
  cpSync(first.terminal.folder, deployments.terminal.folder, { recursive: true });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await deployments.close();
});

async function deploy(...parameters: string[]) {
  const { cloudflare, terminal } = deployments;
  const before = cloudflare.writes().length;
  const { output, code } = await terminal.deploy('service', ...parameters);
  return { output, code, writes: cloudflare.writes().length - before };
}

const current = (name = token) => {
  const version = deployments.cloudflare.state.current(name);
  if (version === undefined) throw new Error(`${name} is not deployed`);
  return version;
};

/** Deploys a worker as another tool does. */
const deployByHand = (change: (bindings: UploadedBinding[]) => UploadedBinding[], annotations = {}) => {
  const { metadata, code } = current();
  const changed: Metadata = { ...metadata, bindings: change(metadata.bindings), annotations };
  deployments.cloudflare.state.deploy(token, changed, code);
};

const asks = 'The deployment will make the changes above. To confirm, add: --yes';

describe('a changed setting', () => {
  test('is shown with old and new value and the deployment that set it, and needs confirmation', async () => {
    deployments.terminal.write('plid.deploy.toml', withSettings('HSTS_SUBDOMAINS = "N"'));
    const line = (change: string) => new RegExp(`^  ${change} \\(since 20.* UTC, \\S+@\\S+\\)$`, 'm');
    const preview = await deploy('--dry-run');
    const refused = await deploy();
    for (const { output } of [preview, refused]) {
      expect(output).toMatch(line('HSTS_SUBDOMAINS: Y → N'));
      expect(output).toMatch(line('LOCATION_HINT: weur → not set'));
    }
    expect(preview).toMatchObject({ code: 0, writes: 0 });
    expect(preview.output).toContain('would ask for confirmation (--yes confirms)');
    expect(refused).toMatchObject({ code: 1, writes: 0 });
    expect(refused.output).toContain(asks);
    // --all deploys more, and does not agree.
    expect(await deploy('--all')).toMatchObject({ code: 1, writes: 0 });
    const agreed = await deploy('--yes');
    expect(agreed.code).toBe(0);
    expect(agreed.output).toMatch(line('HSTS_SUBDOMAINS: Y → N'));
    expect((await deploy()).output).toContain('nothing has changed');
  });

  test('is confirmed at a terminal by y, not by n', async () => {
    const { terminal } = deployments;
    terminal.write('plid.deploy.toml', withSettings('HSTS_SUBDOMAINS = "N"', 'LOCATION_HINT = "weur"'));
    const refused = await terminal.type('n\n').deploy('service');
    expect(refused.output).toContain('The deployment will make the changes above. [y/N]');
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was changed.') });
    expect(deployments.cloudflare.writes()).toEqual([]);
    const agreed = await terminal.type('y\n').deploy('service');
    expect(agreed.code, agreed.output).toBe(0);
  });

  test("isn't asked about if only code, or nothing, changes", async () => {
    const lines = await changedLines();
    expect(lines).toEqual([]);
    expect(await deploy()).toMatchObject({ code: 0, writes: 0 });
    expect((await deploy('--all')).code).toBe(0);
  });

  test('names the deployment that set the old value, not the last one', async () => {
    const note = (by: string, release: string) =>
      formatVersionNote({
        plid: '0.1.0',
        release,
        position: 1,
        total: 1,
        previousVersion: undefined,
        rotation: undefined,
        by,
      });
    const at = (by: string, release: string) => ({
      'workers/tag': olderTag('service'),
      'workers/message': note(by, release),
    });
    const hint = (text: string) => (bindings: UploadedBinding[]) =>
      bindings.map((binding) => (binding.name === 'HSTS_SUBDOMAINS' ? { ...binding, text } : binding));
    deployByHand(hint('N'), at('kim@laptop', '20261122T104307Z'));
    deployByHand(hint('N'), at('lee@desk', '20261123T104307Z'));
    const lines = await changedLines();
    expect(lines).toEqual([expect.stringMatching(/^HSTS_SUBDOMAINS: N → Y \(since 20.* UTC, kim@laptop\)$/)]);
  });

  test('of another tool is printed on one line and truncated, and never a secret', async () => {
    deployByHand((bindings) => [
      ...bindings.map((binding) =>
        binding.name === 'KEYS' ? { ...binding, text: 'k9:put-by-hand-000000000000000000000' } : binding,
      ),
      { name: 'ADDED', type: 'plain_text', text: `${'a'.repeat(200)}\u001b[31mb` },
    ]);
    const lines = await changedLines();
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ADDED: a{80}… → not set \(since 20.* UTC, lee@example\.com\)$/),
      ]),
    );
    expect(lines.join()).not.toMatch(/KEYS|put-by-hand/);
  });

  /** The lines of all workers, whether they would be deployed or not. */
  async function changedLines(): Promise<string[]> {
    const { cloudflare, terminal } = deployments;
    for (const [name, value] of Object.entries(cloudflare.environment)) vi.stubEnv(name, value);
    const plan = await makePlan(openDeployment(`${terminal.folder}/plid.deploy.toml`, 'service'));
    return describeChangedSettings(plan, plan.targets);
  }
});

describe('a worker that was changed manually', () => {
  const line = (how: string) =>
    new RegExp(`${token} was changed manually on 20.* UTC by lee@example.com: ${how}`);

  test("isn't overwritten without confirmation if a secret was added", async () => {
    deployByHand((bindings) =>
      bindings.map((binding) => (binding.name === 'KEYS' ? { ...binding, text: 'k9:put-by-hand' } : binding)),
    );
    const { id } = current();
    for (const parameters of [[], ['--all']]) {
      const refused = await deploy(...parameters);
      expect(refused).toMatchObject({ code: 1, writes: 0, output: expect.stringContaining(asks) });
      expect(refused.output).toMatch(line("this command didn't deploy the running version"));
    }
    expect((await deploy('--dry-run')).output).toMatch(
      line("this command didn't deploy the running version"),
    );
    expect(current().id).toBe(id);
  });

  test("isn't overwritten without confirmation after wrangler rollback, unlike after plid-admin rollback", async () => {
    const before = current();
    deployments.terminal.write('plid.deploy.toml', withSettings('LOCATION_HINT = "weur"'));
    expect((await deploy('--yes')).code).toBe(0);
    const after = current();
    deployments.cloudflare.state.redeploy(token, before.id, 'undo');
    const refused = await deploy();
    expect(refused).toMatchObject({ code: 1, writes: 0 });
    expect(refused.output).toMatch(line('an earlier version is running again'));

    deployments.cloudflare.state.redeploy(token, after.id);
    expect((await deploy('--rollback')).code).toBe(0);
    expect(current().id).toBe(before.id);
    deployments.terminal.write('plid.deploy.toml', ours);
    const back = await deploy();
    expect(back.output).not.toContain('manually');
    expect(back.code, back.output).toBe(0);
  });

  test('stops a rotation of its keys before the secrets file is changed', async () => {
    deployByHand((bindings) => bindings);
    const { terminal, cloudflare } = deployments;
    const held = terminal.read('plid-service.secrets');
    for (const yes of [[], ['--yes']]) {
      const { output, code } = await terminal.plid('keys', 'rotate', 'service', ...yes);
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(
          /differ from this folder .* was changed manually .*First run: npx plid-admin deploy service/s,
        ),
      ]);
    }
    expect(cloudflare.writes().filter(({ path }) => path.includes('/workers/'))).toEqual([]);
    expect(terminal.read('plid-service.secrets')).toBe(held);
  });
});
