import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const file = 'plid-service.secrets';

/** Each test continues the one before. Nothing answers at the host, so the last step of every deployment fails. */
describe('plid keys rotate while the host is unreachable', { shuffle: false }, () => {
  let deployments: Deployments;
  const secrets = () => parseEnv(deployments.terminal.read(file));
  const rotate = (secret: string) =>
    deployments.terminal.plid('keys', 'rotate', 'service', '--secret', secret, '--leaked');
  beforeAll(async () => {
    const environment = { PLID_TEST_HOST_AT: 'http://127.0.0.1:9' };
    deployments = await startDeployments(undefined, { environment } as never);
    deployments.terminal.write('plid.deploy.toml', smallService.replace('"subscribers"', '"par"'));
    expect((await deployments.terminal.deploy('service')).code).toBe(1);
  }, 180_000);
  afterAll(() => deployments.close());

  test('stores the value of a completed pass, so that the next command does not restore the leaked key', async () => {
    const leaked = secrets().EVENT_KEY;
    expect(await rotate('EVENT_KEY')).toMatchObject({
      code: 1,
      output: expect.stringContaining('https://login.example.com/'),
    });
    expect(secrets().EVENT_KEY).toMatch(/^e2:[^,]+$/);
    expect(secrets().EVENT_KEY).not.toBe(leaked);
    expect((await deployments.terminal.deploy('service')).output).toContain('nothing has changed');
  });

  test('rotates the next secret', async () => {
    expect((await rotate('CARRIER_TOKEN')).output).toContain('plid-service-subscribers deployed');
    expect(secrets().CARRIER_TOKEN).toMatch(/^carrier2:[^,]+$/);
  });

  test('changes no secret if another one differs from the running value', async () => {
    const { EVENT_KEY = '' } = secrets();
    const text = deployments.terminal.read(file).replace(EVENT_KEY, `e9:${EVENT_KEY.slice(3)}`);
    deployments.terminal.write(file, text);
    expect((await rotate('CARRIER_TOKEN')).output).toMatch(
      /contains another EVENT_KEY.* Nothing was changed\./,
    );
    expect(deployments.terminal.read(file)).toBe(text);
  });
});
