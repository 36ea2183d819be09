import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';

const former = 'plid-service-answered';
const renamed = 'plid-service-carrier-callback';
const pattern = 'login.example.com/carrier/answered*';
const file = smallService.replace('"carrier-callback", ', '');
const secrets = `CARRIER_TOKEN="skt@S:${'0123456789abcdef'.repeat(4)}"\n`;

describe('a worker that was renamed since the previous release', { shuffle: false }, () => {
  let deployments: Deployments;
  const state = () => deployments.cloudflare.state;
  const workerOfRoute = () => state().routes.find((route) => route.pattern === pattern)?.script;

  beforeAll(async () => {
    deployments = await startDeployments();
    const { terminal, cloudflare } = deployments;
    terminal.write('plid.deploy.toml', file);
    terminal.write('plid-service.secrets', secrets);
    const { code, output } = await terminal.deploy('service');
    expect(code, output).toBe(0);
    // The previous release: the same worker under its former name.
    const { scripts, routes } = cloudflare.state;
    const worker = scripts.get(renamed);
    if (worker === undefined) throw new Error(`${renamed} is not deployed`);
    scripts.delete(renamed);
    scripts.set(former, worker);
    for (const route of routes) if (route.script === renamed) route.script = former;
  }, 60_000);
  afterAll(() => deployments.close());

  test('a dry run names the worker and the route that would move', async () => {
    const { output } = await deployments.terminal.deploy('service', '--dry-run');
    expect(output).toContain(`would deploy ${renamed}: new`);
    expect(output).toContain(`would move the route ${pattern} from ${former}`);
    expect(workerOfRoute()).toBe(former);
  }, 60_000);

  test('a deployment moves the route without a gap and lists the former worker for removal', async () => {
    const { terminal, cloudflare } = deployments;
    const before = cloudflare.history.length;
    const { output, code } = await terminal.deploy('service', '--yes');
    expect(code, output).toBe(0);
    expect(workerOfRoute()).toBe(renamed);
    expect(output).toContain(`moved the route ${pattern} from ${former}`);
    expect(output).toContain(`npx wrangler delete --name ${former}`);
    for (const { routes, scripts } of cloudflare.history.slice(before)) {
      const leadsTo = routes.find((route) => route.pattern === pattern)?.script ?? 'no worker';
      expect([...scripts.keys()]).toContain(leadsTo);
    }
    expect((await terminal.deploy('service')).output).toContain('nothing has changed');
  }, 60_000);

  test('a rollback returns the route to the former worker, and the next deployment moves it again', async () => {
    const { terminal } = deployments;
    const back = await terminal.deploy('service', '--rollback');
    expect(back.code, back.output).toBe(0);
    expect(back.output).toContain(`moved the route ${pattern} back to ${former}`);
    expect(back.output).not.toContain('may fail until you deploy again');
    expect(workerOfRoute()).toBe(former);
    const { output, code } = await terminal.deploy('service', '--yes');
    expect(code, output).toBe(0);
    expect(workerOfRoute()).toBe(renamed);
  }, 60_000);

  test('a rollback leaves the route where it is once the former worker is deleted', async () => {
    const { terminal } = deployments;
    state().scripts.delete(former);
    const { output } = await terminal.deploy('service', '--rollback', '--yes');
    expect(output).not.toContain('moved the route');
    expect(workerOfRoute()).toBe(renamed);
  }, 60_000);

  test('a route of another tool’s worker under the former name is not moved', async () => {
    const { terminal, cloudflare } = deployments;
    const metadata = { main_module: 'index.js', bindings: [], compatibility_date: '2026-10-20' };
    cloudflare.state.deploy(former, metadata, 'export default {};');
    for (const route of state().routes) if (route.pattern === pattern) route.script = former;
    const { output, code } = await terminal.deploy('service', '--yes');
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`${pattern} exists and belongs to the worker ${former}`),
    ]);
  }, 60_000);
});

test('a settings file may use the former names of workers and rate limits, with a warning', async () => {
  const deployments = await startDeployments();
  try {
    const { terminal, cloudflare } = deployments;
    const limits = '\n[service.limits]\nANSWERED_LIMIT = 90\n';
    terminal.write('plid.deploy.toml', `${file}${limits}`);
    terminal.write('plid-service.secrets', secrets);
    const { output, code } = await terminal.deploy('service');
    expect(code, output).toBe(0);
    expect(output).toContain('ANSWERED_LIMIT is now CARRIER_CALLBACK_LIMIT');
    const bindings = cloudflare.state.current(renamed)?.metadata.bindings;
    expect(bindings).toContainEqual(
      expect.objectContaining({ name: 'CARRIER_CALLBACK_LIMIT', simple: { limit: 90, period: 60 } }),
    );

    terminal.write('plid.deploy.toml', smallService.replace('"carrier-callback"', '"answered"'));
    const left = await terminal.deploy('service', '--dry-run');
    expect(left.output).toContain('answered is now carrier-callback');
    expect(left.output).not.toContain('has no worker');
  } finally {
    await deployments.close();
  }
}, 60_000);
