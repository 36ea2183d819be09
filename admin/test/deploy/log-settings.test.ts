import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  changedLogSettings,
  describeChangedLogSettings,
  describeKeptLogSettings,
  mergeLogSettings,
} from '../../deploy/settings/log-settings.ts';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const section = `
[service.observability]
tail_consumers = ["siem"]

[service.observability.logs]
destinations = ["grafana"]
`;
const names = ['plid-service-signer', 'plid-service-objects', 'plid-service-token', 'plid-service-metadata'];
const base = { enabled: true, redact_query_string: true };

/** One deployment from beginning to end: each test continues the one before. */
describe('log settings of a deployment', { shuffle: false }, () => {
  let deployments: Deployments;
  const settings = () => names.map((name) => deployments.cloudflare.state.scripts.get(name)?.settings);
  const deploy = (...words: string[]) => deployments.terminal.deploy('service', '--no-check', ...words);
  beforeAll(async () => {
    deployments = await startDeployments();
    deployments.terminal.write('plid.deploy.toml', smallService);
    expect((await deploy()).code).toBe(0);
  });
  afterAll(() => deployments.close());

  test('come from the settings file, and the change needs confirmation', async () => {
    deployments.terminal.write('plid.deploy.toml', smallService + section);
    const refused = await deploy();
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('log setting logs.destinations: [] → ["grafana"] (4 workers)');
    expect(refused.output).toContain('log setting tail_consumers: [] → ["siem"] (4 workers)');
    expect((await deploy('--yes')).code).toBe(0);
    for (const each of settings())
      expect(each).toMatchObject({
        observability: { ...base, logs: { invocation_logs: false, destinations: ['grafana'] } },
        tail_consumers: [{ service: 'siem' }],
      });
  });

  test('that only the dashboard has survive every kind of deployment', async () => {
    const { state } = deployments.cloudflare;
    for (const each of settings()) {
      if (each === undefined) throw new Error('A worker is not deployed');
      each.logpush = true;
      Object.assign(each.observability ?? {}, { traces: { enabled: true, head_sampling_rate: 0.1 } });
    }
    const before = structuredClone(settings());
    const { output } = await deploy('--dry-run');
    expect(output).toContain('nothing would change');
    for (const kept of ['traces.enabled = true', 'traces.head_sampling_rate = 0.1', 'logpush = true'])
      expect(output).toContain(`keeps the log setting ${kept}, which was set at Cloudflare (4 workers)`);

    // Uploads for two workers, and wrangler's own deployment for the one whose route is missing.
    state.routes = [];
    deployments.terminal.write(
      'plid.deploy.toml',
      `${smallService}\n[service.settings]\nLOCATION_HINT = "weur"\n${section}`,
    );
    expect((await deploy('--yes')).code).toBe(0);
    expect(settings()).toEqual(before);
  });

  test('in the dashboard that contradict the file are named and restored', async () => {
    const [, , changed] = settings();
    Object.assign(changed?.observability ?? {}, { redact_query_string: false });
    const { output } = await deploy('--dry-run');
    expect(output).toContain('would deploy plid-service-token: its log settings differ');
    expect(output).toContain('log setting redact_query_string: false → true (1 worker)');
    expect((await deploy()).code).toBe(1);
    expect((await deploy('--yes')).code).toBe(0);
    expect(changed).toMatchObject({
      observability: { redact_query_string: true, traces: { head_sampling_rate: 0.1 } },
      logpush: true,
    });
    expect((await deploy('--dry-run')).output).toContain('nothing would change');
  });

  test("in the file can't disclose codes, and mistakes are named", async () => {
    const faults = {
      'redact_query_string = false': 'service.observability.redact_query_string is unknown',
      'logs = { invocation_logs = true }': 'service.observability.logs.invocation_logs is unknown',
      'head_sampling_rate = 2': 'service.observability.head_sampling_rate needs a number from 0 to 1',
      'tail_consumers = "siem"': 'service.observability.tail_consumers needs Array',
    };
    for (const [line, fault] of Object.entries(faults)) {
      deployments.terminal.write('plid.deploy.toml', `${smallService}\n[service.observability]\n${line}\n`);
      expect((await deploy('--dry-run')).output).toContain(fault);
    }
  });
});

test('log settings are compared where Cloudflare returns them, and defaults are not reported', () => {
  const wanted = { observability: { ...base, logs: { destinations: ['a', 'b'] } } };
  const same = { observability: { ...base, logs: { destinations: ['b', 'a'] } } };
  expect(changedLogSettings(same, wanted)).toEqual([]);
  // Not returned: a deployment can't read back whether the value was written.
  expect(changedLogSettings({ observability: base }, wanted)).toEqual([]);
  expect(describeChangedLogSettings({ observability: base }, wanted)).toEqual([
    'logs.destinations: [] → ["a","b"]',
  ]);
  const current = {
    observability: { ...base, head_sampling_rate: 1, traces: { enabled: false, persist: false } },
    logpush: false,
    tail_consumers: [{ service: 'siem', environment: 'production' }],
  };
  expect(describeKeptLogSettings(current, wanted)).toEqual([
    'traces.persist = false',
    'tail_consumers = ["siem"]',
  ]);
  expect(mergeLogSettings(current, wanted)).toEqual({
    ...current,
    observability: { ...current.observability, logs: { destinations: ['a', 'b'] } },
  });
});
