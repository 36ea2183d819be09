import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tokenName } from '../../deploy/settings/secrets.ts';
import { olderTag } from '../cloudflare/index.ts';
import { idsOf, type OpenedDeployment, openDeployment } from '../cloudflare/open-deployment.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** One rotation from beginning to end: each test continues the one before. */
describe('plid keys rotate service', { shuffle: false }, () => {
  let service: OpenedDeployment;
  let yesterday: string;
  /** The secrets file from before the rotation. */
  let old: string;
  const rotate = (...more: string[]) => service.run('plid', 'keys', 'rotate', 'service', ...more);
  const status = async () => (await service.run('plid', 'keys', 'status', 'service')).output;
  beforeAll(async () => {
    const workers = ['signer', 'objects', 'openid', 'applications', 'subscribers', 'metadata'];
    service = await openDeployment('service', workers);
    expect((await service.run('deploy', 'service')).output).toContain('every route of 6 workers');
  }, 180_000);
  afterAll(() => service.deployments.close());

  test('has no rotation in progress at first', async () => {
    expect(await status()).toContain('KEYS (k1): no rotation in progress.');
    for (const yes of [[], ['--yes']]) {
      expect(await rotate('--secret', 'IDENTITY_KEY', ...yes)).toMatchObject({ code: 1, writes: 0 });
      expect(await rotate('--name', 'k9', ...yes)).toMatchObject({ code: 1, writes: 0 });
      const { output, ...rest } = await rotate('--secret', 'PHONE_KEY', ...yes);
      expect(rest).toEqual({ code: 1, writes: 0 });
      expect(output).toContain(
        'With another PHONE_KEY, every user gets a new plid. If the key must be replaced, add: --leaked',
      );
    }
  });

  test('adds the new key after the old one in every worker', async () => {
    old = service.terminal.read(service.file);
    const { output, code } = await rotate();
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('Next: run the same command again. The command puts k2 first'),
    ]);
    expect(idsOf(service.secrets().KEYS)).toEqual(['k1', 'k2']);
    expect(service.deployed('KEYS')).toEqual([service.secrets().KEYS]);
    expect(await status()).toMatch(
      /^KEYS \(k1, k2\): from k1 to k2\. Next: run the same command again\. The command puts k2 first/m,
    );
  });

  test('then puts the new key first, and continues after a kill', async () => {
    const added = service.secrets().KEYS ?? '';
    service.cloudflare.refuse(({ method, path }) => {
      if (method === 'GET' || !path.includes('/plid-service-subscribers/deployments')) return undefined;
      service.terminal.kill();
      return { status: 500, code: 0, message: 'internal error' };
    });
    expect((await service.start('plid', 'keys', 'rotate', 'service')).code).toBe(null);
    // The file keeps both keys, from which the new value can be derived.
    expect(idsOf(service.secrets().KEYS)).toEqual(['k1', 'k2']);
    expect(service.deployed('KEYS')).toHaveLength(2);
    expect(await status()).toContain('The last pass was interrupted.');
    // An operator with a file from before the rotation can neither finish it nor undo it: the latest value counts.
    const broken = service.terminal.read(service.file);
    service.terminal.write(service.file, old);
    const elsewhere = [await rotate('--yes'), await service.run('deploy', 'service', '--yes')];
    expect(elsewhere).toMatchObject([
      { code: 1, writes: 0, output: expect.stringContaining("doesn't contain the new value") },
      {
        code: 1,
        writes: 0,
        output: expect.stringContaining('contains another KEYS, not the value that has been running since'),
      },
    ]);
    service.terminal.write(service.file, broken);
    // Not before: wrangler outlives the killed command for a moment, and tries again.
    service.cloudflare.refuse();
    const { output, code } = await rotate();
    expect([code, output]).toEqual([0, expect.stringContaining('stored client secrets with k2')]);
    expect(service.deployed('KEYS')).toEqual([added.split(',').reverse().join()]);
  });

  test('starts no pass while a worker differs from the secrets file', async () => {
    const name =
      [...service.cloudflare.state.scripts.keys()].find((each) => each.endsWith('-subscribers')) ?? '';
    const version = service.cloudflare.state.current(name);
    if (version === undefined) throw new Error(`${name} is not deployed`);
    const { state } = service.cloudflare;
    state.deploy(
      name,
      { ...version.metadata, annotations: { 'workers/tag': olderTag('service') } },
      version.code,
    );
    const { output, code, writes } = await rotate('--yes');
    expect({ code, writes }).toEqual({ code: 1, writes: 0 });
    expect(output).toMatch(
      /^Running workers differ from this folder .*: plid-service-subscribers. First run: npx plid-admin deploy service$/m,
    );
    expect(await status()).toMatch(/^KEYS \(k2, k1\): from k1 to k2\. Next: /m);
    expect((await service.run('deploy', 'service')).code).toBe(0);
  });

  test("then re-encrypts stored client secrets over the service's API", async () => {
    const { output, code, writes } = await rotate();
    expect({ code, writes }).toEqual({ code: 0, writes: 0 });
    expect(output).toContain('re-encrypted the field keys of 0 applications');
    expect(output).toMatch(
      /Next: run the same command again after 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. The command removes k1\./,
    );
  });

  test('continues on another machine with only the secrets file', async () => {
    const before = await status();
    service.changeMachine();
    expect(before).toMatch(/^KEYS \(k2, k1\): from k1 to k2\. Next: .* with k2\. Then run/m);
    expect(await status()).toBe(before);
  });

  test('removes the old key only after its time', async () => {
    const early = await rotate();
    expect(early).toMatchObject({ code: 0, writes: 0 });
    expect(early.output).toMatch(
      /re-encrypted .*Next: run the same command again after 20.*\. The command removes k1\.\n$/s,
    );
    expect(idsOf(service.secrets().KEYS)).toEqual(['k2', 'k1']);
    const fortnight = 14 * 86_400;
    service.cloudflare.state.letTimePass(fortnight - 3600);
    expect((await rotate()).output).not.toContain('Rotated');
    service.cloudflare.state.letTimePass(3600);
    const { output, code } = await rotate();
    // An application that was registered since the last re-encryption may still have a secret under the old key.
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/re-encrypted the field keys of .*removes k1.*Rotated KEYS\./s),
    ]);
    expect(idsOf(service.secrets().KEYS)).toEqual(['k2']);
    expect(service.deployed('KEYS')).toEqual([service.secrets().KEYS]);
    expect(await status()).toContain('KEYS (k2): no rotation in progress.');
  });

  test('replaces a leaked key with all passes at once', async () => {
    yesterday = service.terminal.read(service.file);
    const { output, code } = await rotate('--leaked');
    expect([code, output]).toEqual([0, expect.stringContaining('Rotated KEYS.')]);
    expect(output.match(/re-encrypted the field keys/g)).toHaveLength(2);
    expect(idsOf(service.secrets().KEYS)).toEqual(['k3']);
    expect(service.deployed('KEYS')).toEqual([service.secrets().KEYS]);
  });

  test("doesn't restore a leaked key from yesterday's secrets file, on any machine", async () => {
    const today = service.terminal.read(service.file);
    const running = service.deployed('KEYS');
    service.terminal.write(service.file, yesterday);
    service.changeMachine();
    for (const parameters of [[], ['--yes'], ['--dry-run']]) {
      const { output, ...rest } = await service.run('deploy', 'service', ...parameters);
      expect(rest).toEqual({ code: 1, writes: 0 });
      expect(output).toMatch(
        /contains another KEYS, not the value that has been running since 20.* Copy the value from the last/,
      );
    }
    const uploads = service.uploads();
    expect((await rotate('--leaked')).output).toMatch(
      /differ from this folder .* First run: npx plid-admin deploy/,
    );
    expect(service.uploads()).toBe(uploads);
    expect(service.terminal.read(service.file)).toBe(yesterday);
    expect(service.deployed('KEYS')).toEqual(running);
    service.terminal.write(service.file, today);
  });

  test('adds a second token, then removes the first; replaces a leaked one at once', async () => {
    const before = service.secrets().ADMIN_TOKEN ?? '';
    const added = await rotate('--secret', 'ADMIN_TOKEN');
    const [name = ''] = before.split(':');
    expect(name).toBe(tokenName(userInfo().username));
    const [, second = ''] =
      /replace \S+ with ([a-z0-9-]+) wherever it is used \(the log shows the name of the token used\), then run/.exec(
        added.output,
      ) ?? [];
    expect(second).toMatch(new RegExp(`^${name.replace(/\d+$/, '')}\\d+$`));
    expect(service.deployed('ADMIN_TOKEN')).toEqual([service.secrets().ADMIN_TOKEN]);
    expect(service.secrets().ADMIN_TOKEN).toMatch(new RegExp(`^${before},${second}:[0-9a-f]{64}$`));
    expect((await rotate('--secret', 'ADMIN_TOKEN', '--name', 'lee')).output).toContain(
      `${name} of ADMIN_TOKEN is already being`,
    );
    expect((await rotate('--secret', 'ADMIN_TOKEN')).output).toContain('Rotated ADMIN_TOKEN.');
    expect(service.secrets().ADMIN_TOKEN).toMatch(new RegExp(`^${second}:`));
    expect((await rotate('--secret', 'ADMIN_TOKEN', '--leaked')).output).toContain('Rotated ADMIN_TOKEN.');
    const replaced = service.secrets().ADMIN_TOKEN ?? '';
    expect(replaced).toMatch(/^[a-z0-9-]+:[0-9a-f]{64}$/);
    expect([name, second]).not.toContain(replaced.split(':')[0]);
    expect(service.deployed('ADMIN_TOKEN')).toEqual([service.secrets().ADMIN_TOKEN]);
  });

  test('publishes an event key for a day before it signs; replaces a leaked one at once', async () => {
    const before = service.secrets().EVENT_KEY ?? '';
    const added = await rotate('--secret', 'EVENT_KEY');
    expect(added.output).toMatch(
      /Next: run the same command again after 20\d\d-.* UTC\. The command puts e2 first, before e1/,
    );
    expect(service.deployed('EVENT_KEY')).toEqual([service.secrets().EVENT_KEY]);
    expect(idsOf(service.secrets().EVENT_KEY)).toEqual(['e1', 'e2']);
    expect(await rotate('--secret', 'EVENT_KEY')).toMatchObject({ code: 1, writes: 0 });
    expect((await rotate('--secret', 'EVENT_KEY', '--leaked')).output).toContain('Rotated EVENT_KEY.');
    expect(idsOf(service.secrets().EVENT_KEY)).toEqual(['e2']);
    expect(service.secrets().EVENT_KEY).not.toBe(before);
  });

  test('replaces a leaked PHONE_KEY after confirmation, and a leaked CARRIER_TOKEN', async () => {
    const asked = await rotate('--secret', 'PHONE_KEY', '--leaked');
    expect(asked).toMatchObject({ code: 1, writes: 0 });
    expect(asked.output).toMatch(/permanently get a new plid at the next sign-in\. To confirm, add: --yes/);
    const replaced = await rotate('--secret', 'PHONE_KEY', '--leaked', '--yes');
    expect(replaced.output).toContain('Rotated PHONE_KEY.');
    expect(service.secrets().PHONE_KEY).toMatch(/^2:/);
    expect(service.deployed('PHONE_KEY')).toEqual([service.secrets().PHONE_KEY]);
    expect((await rotate('--secret', 'CARRIER_TOKEN', '--leaked')).output).toContain(
      'Rotated CARRIER_TOKEN.',
    );
    expect(service.secrets().CARRIER_TOKEN).toMatch(/^carrier2:[0-9a-f]{64}$/);
    expect(service.deployed('CARRIER_TOKEN')).toEqual([service.secrets().CARRIER_TOKEN]);
  });

  test('refuses to roll back to a release with the old keys', async () => {
    const { output, code, writes } = await service.run('deploy', 'service', '--rollback');
    expect({ code, writes }).toEqual({ code: 1, writes: 0 });
    expect(output).toContain('ran with different secrets');
  });

  test('writes a secret into no file except the secrets file', () => {
    const { values, found } = service.secretsElsewhere();
    expect(values).toBeGreaterThan(12);
    expect(found).toEqual([]);
    expect(service.modes()).toEqual([0o600]);
  });
});
