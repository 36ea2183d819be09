import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { wranglerProgramPath } from '../../../sandbox/start/wrangler.ts';
import type { Manifest } from '../../deploy/emit/emitted-readme.ts';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** One folder from beginning to end: each test continues the one before. */
describe('plid deploy --emit', { shuffle: false }, () => {
  let deployments: Deployments;
  let variables: Record<string, string | undefined>;
  const emit = (folder = 'workers') => deployments.terminal.deploy('service', '--emit', folder);
  const manifest = (): Manifest => JSON.parse(deployments.terminal.read('workers/manifest.json'));

  beforeAll(async () => {
    deployments = await startDeployments();
    deployments.terminal.write('plid.deploy.toml', smallService);
  });
  afterAll(() => deployments.close());

  /** Runs wrangler as an operator's CI does. */
  async function wrangler(...words: string[]) {
    const { cloudflare, terminal } = deployments;
    const child = spawn(process.execPath, [wranglerProgramPath, ...words], {
      cwd: path.join(terminal.folder, 'workers'),
      env: { ...process.env, ...cloudflare.environment, CI: 'true', WRANGLER_SEND_METRICS: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code, output).toBe(0);
  }

  test('names missing secrets and KV namespaces, and changes nothing', async () => {
    const { cloudflare, terminal } = deployments;
    expect((await emit()).output).toMatch(
      /^Missing: .*KEYS.* Generate them with npx plid-admin secrets new service, .*PLID_SERVICE_KEYS/m,
    );
    terminal.write('plid-service.secrets', (await terminal.plid('secrets', 'new', 'service')).output);
    variables = parseEnv(terminal.read('plid-service.secrets'));
    expect((await emit()).output).toContain(
      'Run: npx wrangler kv namespace create plid-service-applications. Then write workers again.',
    );
    expect(cloudflare.writes()).toEqual([]);
    cloudflare.state.createNamespace('plid-service-applications');
    terminal.write('notes/other.txt', 'mine');
    expect((await emit('notes')).output).toContain('notes contains other files');
  });

  test('writes each worker in order, its secrets by name, and no value', async () => {
    const { output, code } = await emit();
    expect([code, output]).toEqual([0, expect.stringContaining('wrote 4 workers into')]);
    expect(deployments.cloudflare.writes()).toEqual([]);
    expect(manifest().workers.map(({ name, secrets, migration }) => [name, secrets, migration])).toEqual([
      ['plid-service-signer', ['OPENID_KEY'], undefined],
      ['plid-service-objects', ['DISCLOSURE_KEY', 'EVENT_KEY'], 'v6'],
      ['plid-service-token', ['KEYS'], undefined],
      ['plid-service-metadata', [], undefined],
    ]);
    const emitted = deployments.terminal.files().filter(({ name }) => name.startsWith('workers/'));
    expect(emitted.length).toBeGreaterThan(8);
    const values = Object.values(variables).flatMap((value = '') => value.split(/[:.,]/));
    for (const value of values.filter((each) => each.length > 20))
      for (const { name, text } of emitted) expect(text.includes(value), name).toBe(false);
  });

  test('can be deployed with only wrangler, and plid-admin then finds no change', async () => {
    const { cloudflare, terminal } = deployments;
    for (const { name, config, secrets, tag, message } of manifest().workers) {
      const lines = secrets.map((secret) => `${secret}="${variables[secret]}"\n`);
      terminal.write('workers/secrets.env', lines.join(''));
      const file = secrets.length > 0 ? ['--secrets-file', 'secrets.env'] : [];
      await wrangler(
        'deploy',
        '--config',
        config,
        '--name',
        name,
        ...file,
        '--tag',
        tag,
        '--message',
        message,
      );
    }
    const { output, code } = await terminal.deploy('service', '--dry-run');
    expect([code, output]).toEqual([0, expect.stringContaining('nothing would change')]);
    const before = cloudflare.writes().length;
    const checked = await terminal.deploy('service');
    expect(checked.output).toContain('every route of 4 workers was checked');
    expect(cloudflare.writes()).toHaveLength(before);
  });

  test('can be repeated for the next release, which plid-admin can roll back', async () => {
    const { cloudflare, terminal } = deployments;
    const running = () => cloudflare.state.current('plid-service-token')?.id;
    const first = running();
    terminal.write('plid.deploy.toml', `${smallService}\n[service.settings]\nLOCATION_HINT = "weur"\n`);
    expect((await emit()).code).toBe(0);
    const README = terminal.read('workers/README.md');
    for (const { name, config, tag, message } of manifest().workers) {
      expect(README).toContain(`--tag '${tag}'`);
      await wrangler('deploy', '--config', config, '--name', name, '--tag', tag, '--message', message);
    }
    expect((await terminal.deploy('service', '--dry-run')).output).toContain('nothing would change');
    expect(running()).not.toBe(first);
    expect((await terminal.deploy('service', '--rollback')).code).toBe(0);
    expect(running()).toBe(first);
  });
});
