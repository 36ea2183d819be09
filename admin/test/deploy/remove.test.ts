import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';

let deployments: Deployments;
beforeAll(async () => {
  deployments = await startDeployments();
  deployments.terminal.write('plid.deploy.toml', smallService);
  expect((await deployments.terminal.deploy('service', '--no-check')).code).toBe(0);
  const foreign = {
    main_module: 'index.js',
    bindings: [],
    compatibility_date: '2026-10-20',
  };
  for (const name of ['plid-service-mine', 'shop']) deployments.cloudflare.state.deploy(name, foreign, '');
}, 120_000);
afterAll(() => deployments.close());

const remove = (...words: string[]) => deployments.terminal.plid('remove', 'service', ...words);

/** One deployment from beginning to end: each test continues the one before. */
describe('plid-admin remove', { shuffle: false }, () => {
  test('with --dry-run lists everything that it would delete, and deletes nothing', async () => {
    const before = JSON.stringify(deployments.cloudflare.state.essence());
    const { output, code } = await remove('--dry-run');
    expect(code).toBe(0);
    for (const line of [
      'would delete the route login.example.com/oauth2/token*',
      'would delete the custom domain login.example.com',
      'would delete the worker plid-service-objects',
      'would delete all Durable Objects of Account, Phone, ',
      'would delete the KV namespace plid-service-applications, with its data',
      'stays: the worker plid-service-mine, which another deployment or tool deployed',
    ])
      expect(output).toContain(line);
    expect(JSON.stringify(deployments.cloudflare.state.essence())).toBe(before);
  });

  test.each([[], ['--confirm', 'plid'], ['--confirm', 'plid-gateway']])(
    'deletes nothing without the name of the deployment: %j',
    async (...words) => {
      const before = deployments.cloudflare.writes().length;
      const { output, code } = await remove(...words);
      expect([code, output]).toEqual([1, expect.stringContaining('add: --confirm plid-service')]);
      expect(deployments.cloudflare.writes().length).toBe(before);
    },
  );

  test('deletes nothing more once another command has taken the lock over', async () => {
    const { cloudflare } = deployments;
    const before = cloudflare.writes().length;
    cloudflare.refuse(({ method, path }) => {
      if (method !== 'PUT' || !path.includes('/values/holder')) return undefined;
      const lock = cloudflare.state.namespaces.find(({ title }) => title === 'plid-service-deploying');
      setImmediate(() => lock && cloudflare.state.deleteNamespace(lock.id));
      return undefined;
    });
    const { output, code } = await remove('--confirm', 'plid-service');
    cloudflare.refuse();
    expect([code, output]).toEqual([1, expect.stringContaining('Another command has taken over')]);
    const made = cloudflare.writes().slice(before);
    expect(made.filter(({ path }) => !path.includes('/storage/kv/'))).toEqual([]);
  });

  test('deletes routes first and objects last, and nothing that it did not create', async () => {
    const before = deployments.cloudflare.writes().length;
    const { output, code } = await remove('--confirm', 'plid-service');
    expect([code, output]).toEqual([0, expect.stringContaining('deleted the worker plid-service-objects')]);
    const deleted = deployments.cloudflare
      .writes()
      .slice(before)
      .filter(({ method, path }) => method === 'DELETE' && !path.includes('storage'))
      .map(({ path }) => path.replace(/^.*\/(routes|domains|scripts)\/([^?]*).*$/, '$1 $2'));
    expect(deleted.map((path) => path.split(' ')[0])).toEqual([
      'routes',
      'domains',
      ...Array<string>(4).fill('scripts'),
    ]);
    expect(deleted.slice(-2)).toEqual(['scripts plid-service-objects', 'scripts plid-service-signer']);
    expect(deployments.cloudflare.state.essence()).toMatchObject({ titles: [], routes: [], domains: [] });
    expect([...deployments.cloudflare.state.scripts.keys()]).toEqual(['plid-service-mine', 'shop']);
  });

  test('reports that nothing is left to delete', async () => {
    const { output, code } = await remove('--confirm', 'plid-service');
    expect([code, output]).toEqual([0, expect.stringContaining('nothing is deployed')]);
  });
});
