import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { idsOf, type OpenedDeployment, openDeployment } from '../cloudflare/open-deployment.ts';
import { openTerminal } from '../cloudflare/operator.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** One rotation from beginning to end: each test continues the one before. */
describe('a rotation that a lost laptop has started', { shuffle: false }, () => {
  let lost: OpenedDeployment;
  /** The secrets that the operators share, as variables of the environment: `PLID_SERVICE_KEYS`. */
  let vault: Record<string, string>;

  beforeAll(async () => {
    lost = await openDeployment('service', ['signer', 'objects', 'token', 'applications', 'metadata']);
    expect((await lost.run('deploy', 'service')).code).toBe(0);
    expect((await lost.run('plid', 'keys', 'rotate', 'service')).code).toBe(0);
    const held = parseEnv(lost.terminal.read(lost.file));
    vault = Object.fromEntries(
      Object.entries(held).map(([name, value = '']) => [`PLID_SERVICE_${name}`, value]),
    );
  });
  afterAll(() => lost.deployments.close());

  /** Runs a command in a new clone, which has only the committed settings file. */
  async function run(words: string[], variables: Record<string, string> = {}) {
    const { cloudflare, edge, terminal } = lost.deployments;
    const clone = openTerminal({ ...cloudflare.environment, ...edge.environment, ...vault, ...variables });
    clone.write('plid.deploy.toml', terminal.read('plid.deploy.toml'));
    const { output, code } = await clone.plid(...words);
    expect(clone.files().some(({ name }) => name.endsWith('.secrets'))).toBe(false);
    clone.close();
    return { output, code };
  }
  const rotate = (...words: string[]) => run(['keys', 'rotate', 'service', ...words]);
  const status = async () => (await run(['keys', 'status', 'service'])).output;
  const running = () => lost.deployed('KEYS');
  const next = async (secret: string) => {
    const { output } = await run(['secrets', 'next', 'service', '--secret', secret]);
    const [value = '', ...advice] = output.split('\n');
    return { value, advice: advice.join('\n') };
  };

  test('is visible in another clone', async () => {
    expect(idsOf(vault.PLID_SERVICE_KEYS)).toEqual(['k1', 'k2']);
    expect(await status()).toMatch(/^KEYS \(k1, k2\): from k1 to k2\. Next: .* puts k2 first/m);
  });

  test('continues in a second clone, and in a third one after the second breaks off', async () => {
    lost.cloudflare.refuse(({ method, path }) =>
      method === 'POST' && path.includes('/plid-service-applications/deployments')
        ? { status: 500, code: 10013, message: 'internal error' }
        : undefined,
    );
    expect((await rotate()).code).toBe(1);
    lost.cloudflare.refuse();
    expect(running()).toHaveLength(2);
    expect(await status()).toContain('The last pass was interrupted.');
    const { output, code } = await rotate();
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('PLID_SERVICE_KEYS must be set to the deployed value'),
    ]);
    expect(running().map(idsOf)).toEqual([['k2', 'k1']]);
  });

  test('lets the operator store the running value, with which a deployment finds no change', async () => {
    const refused = await run(['deploy', 'service', '--yes']);
    expect(refused.output).toMatch(/^PLID_SERVICE_KEYS contains another KEYS/m);
    const { value, advice } = await next('KEYS');
    expect(advice).toContain('This value is running. Store it in PLID_SERVICE_KEYS.');
    vault.PLID_SERVICE_KEYS = value;
    expect(running()).toEqual([value]);
    expect((await run(['deploy', 'service'])).output).toContain('nothing has changed');
  });

  test("isn't continued or undone with a key from before", async () => {
    const [, before = ''] = vault.PLID_SERVICE_KEYS?.split(',') ?? [];
    expect(before).toMatch(/^k1:/);
    const held = running();
    for (const words of [
      ['keys', 'rotate', 'service', '--leaked', '--yes'],
      ['deploy', 'service', '--yes'],
      ['secrets', 'next', 'service', '--secret', 'KEYS'],
    ]) {
      const { output, code } = await run(words, { PLID_SERVICE_KEYS: before });
      expect(code, output).toBe(1);
    }
    const missing = /A rotation of KEYS is under way, and PLID_SERVICE_KEYS doesn't contain the new value/;
    for (const words of [
      ['keys', 'rotate', 'service'],
      ['keys', 'status', 'service'],
    ])
      expect((await run(words, { PLID_SERVICE_KEYS: before })).output).toMatch(missing);
    expect((await run(['deploy', 'service', '--dry-run'], { PLID_SERVICE_KEYS: before })).output).toContain(
      'If a rotation is under way, run: npx plid-admin keys status service.',
    );
    expect(running()).toEqual(held);
  });

  test('ends in CI when its time has come, without a secrets file', async () => {
    lost.cloudflare.state.letTimePass(14 * 86_400);
    const { output, code } = await run(['keys', 'rotate', 'service'], { CI: 'true' });
    expect([code, output]).toEqual([0, expect.stringMatching(/^Rotated KEYS\.$/m)]);
    expect(running().map(idsOf)).toEqual([['k2']]);
    vault.PLID_SERVICE_KEYS = (await next('KEYS')).value;
    expect(running()).toEqual([vault.PLID_SERVICE_KEYS]);
    expect(await status()).toContain('KEYS (k2): no rotation in progress.');
  });

  test('of a leaked token starts from the environment as well', async () => {
    const before = vault.PLID_SERVICE_ADMIN_TOKEN ?? '';
    expect((await rotate('--secret', 'ADMIN_TOKEN', '--leaked')).output).toContain(
      'so the new value must be stored there first',
    );
    const added = await next('ADMIN_TOKEN');
    expect(added.value.startsWith(`${before},`)).toBe(true);
    expect(lost.deployed('ADMIN_TOKEN')).toEqual([before]);
    vault.PLID_SERVICE_ADMIN_TOKEN = added.value;
    expect((await rotate('--secret', 'ADMIN_TOKEN', '--leaked')).output).toContain('Rotated ADMIN_TOKEN.');
    const stored = await next('ADMIN_TOKEN');
    expect(`${before},${stored.value}`).toBe(added.value);
    expect(lost.deployed('ADMIN_TOKEN')).toEqual([stored.value]);
    vault.PLID_SERVICE_ADMIN_TOKEN = stored.value;
    expect((await run(['deploy', 'service'])).output).toContain('nothing has changed');
  });
});
