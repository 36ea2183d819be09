import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';

let deployments: Deployments;
beforeAll(async () => {
  deployments = await startDeployments();
  deployments.terminal.write('plid.deploy.toml', smallService);
});
afterAll(() => deployments.close());

test('--urgent gives running Durable Objects the new code immediately', { timeout: 120_000 }, async () => {
  const strategies = () =>
    ['plid-service-objects', 'plid-service-token'].map(
      (name) => deployments.cloudflare.state.scripts.get(name)?.deployments[0]?.codeUpdate,
    );
  const deploy = async (...words: string[]) =>
    expect((await deployments.terminal.deploy('service', '--no-check', ...words)).code).toBe(0);
  await deploy();
  expect(strategies()).toMatchObject([{ mode: 'deferred' }, { mode: 'deferred' }]);
  await deploy('--all', '--urgent');
  expect(strategies()).toEqual([{ mode: 'immediate' }, { mode: 'immediate' }]);
});
