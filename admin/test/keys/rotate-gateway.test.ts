import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deriveProxyKey } from '../../../workers/gateway/features/forward-auth/proxy-key.ts';
import { idsOf, type OpenedDeployment, openDeployment } from '../cloudflare/open-deployment.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** One rotation from beginning to end: each test continues the one before. */
describe('plid keys rotate gateway', { shuffle: false }, () => {
  let gateway: OpenedDeployment;
  const rotate = (...more: string[]) => gateway.run('plid', 'keys', 'rotate', 'gateway', ...more);
  beforeAll(async () => {
    const settings = `
SERVICE_URL = "https://login.example.com"
CLIENT_ID = "demoshop000000000001"
APPLICATION_URL = "https://application.example.com"
RETENTION_DAYS = 30
`;
    const issued = `CLIENT_SECRET="${'0123456789abcdef'.repeat(4)}"\n`;
    gateway = await openDeployment(
      'gateway',
      ['objects', 'callback', 'session', 'login', 'guard'],
      settings,
      issued,
    );
    gateway.cloudflare.state.records.push({ name: 'shop.example.com', type: 'A', proxied: true });
    expect((await gateway.run('deploy', 'gateway')).output).toContain('every route of 5 workers');
  }, 180_000);
  afterAll(() => gateway.deployments.close());

  test('rotates KEYS in three passes, the last after RETENTION_DAYS; at once if it leaked', async () => {
    const before = gateway.secrets().KEYS;
    expect((await rotate()).code).toBe(0);
    const { output } = await rotate();
    expect(output).toMatch(/after 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. The command removes k1/);
    const [day = ''] = /20\d\d-\d\d-\d\d/.exec(output) ?? [];
    expect(Math.round((Date.parse(day) - Date.now()) / 86_400_000)).toBeOneOf([29, 30]);
    expect(gateway.secrets().KEYS).toMatch(new RegExp(`^k2:.*,${before?.replace(/[+]/g, '\\+')}$`));
    expect(await rotate()).toMatchObject({ code: 1, writes: 0 });
    const completed = await rotate('--leaked');
    expect(completed.output).toContain('Rotated KEYS.');
    expect(completed.output).toContain('If k2 may have leaked too, run the same command again.');
    expect(idsOf(gateway.secrets().KEYS)).toEqual(['k2']);
    const replaced = await rotate('--leaked');
    expect(replaced.output).toContain('replaces k2 with k3');
    expect(replaced.output).not.toContain('may have leaked too');
    expect(idsOf(gateway.secrets().KEYS)).toEqual(['k3']);
    expect(gateway.deployed('KEYS')).toEqual([gateway.secrets().KEYS]);
  });

  test('lets the application get both IDENTITY_KEYs before the guard signs with the new one', async () => {
    const before = gateway.secrets().IDENTITY_KEY ?? '';
    const added = await rotate('--secret', 'IDENTITY_KEY');
    expect(added.output).toContain(
      'give your application this IDENTITY_KEY, which contains both keys, then run the same command',
    );
    expect(gateway.deployed('IDENTITY_KEY')).toEqual([gateway.secrets().IDENTITY_KEY]);
    expect(gateway.secrets().IDENTITY_KEY).toMatch(new RegExp(`^${before},[0-9a-f]{64}$`));
    const first = await rotate('--secret', 'IDENTITY_KEY');
    expect(first.output).toContain(
      'give it the key that npx plid-admin keys proxy prints, then run the same',
    );
    expect(gateway.secrets().IDENTITY_KEY).toMatch(new RegExp(`^[0-9a-f]{64},${before}$`));
    const [current = ''] = gateway.secrets().IDENTITY_KEY?.split(',') ?? [];
    expect((await gateway.run('plid', 'keys', 'proxy')).output.trim()).toBe(await deriveProxyKey(current));
    gateway.cloudflare.state.letTimePass(60);
    const dropped = await rotate('--secret', 'IDENTITY_KEY');
    expect(dropped.output).toContain('Give your application the remaining IDENTITY_KEY.');
    expect(gateway.secrets().IDENTITY_KEY).toMatch(/^[0-9a-f]{64}$/);
    expect(gateway.secrets().IDENTITY_KEY).not.toBe(before);
  });

  test('continues a pass that was interrupted before its first deployment on another machine', async () => {
    const running = gateway.deployed('KEYS');
    gateway.cloudflare.refuse(({ method, path }) => {
      if (method === 'GET' || !/scripts\/[^/]+(?:\?|\/versions)/.test(path)) return undefined;
      gateway.terminal.kill();
      return { status: 500, code: 0, message: 'internal error' };
    });
    expect((await gateway.start('plid', 'keys', 'rotate', 'gateway')).code).toBe(null);
    expect(idsOf(gateway.secrets().KEYS)).toEqual(['k3', 'k4']);
    gateway.changeMachine();
    expect((await gateway.run('plid', 'keys', 'status', 'gateway')).output).toContain(
      'KEYS (k3): from k3 to k4. The last pass was interrupted.',
    );
    expect((await gateway.run('deploy', 'gateway')).output).toContain(
      'contains another KEYS, not the value that has been running',
    );
    expect(gateway.deployed('KEYS')).toEqual(running);

    expect((await rotate()).output).toContain('is already deploying plid-gateway (started 20');
    // Not before: wrangler outlives the killed command for a moment, and tries again.
    gateway.cloudflare.refuse();
    const { output, code } = await rotate('--take-over');
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('Next: run the same command again. The command puts k4 first'),
    ]);
    expect(idsOf(gateway.secrets().KEYS)).toEqual(['k3', 'k4']);
    expect(gateway.deployed('KEYS')).toEqual([gateway.secrets().KEYS]);
  });

  test('writes a secret into no file except the secrets file', () => {
    const { values, found } = gateway.secretsElsewhere();
    expect(values).toBeGreaterThan(5);
    expect(found).toEqual([]);
  });
});
