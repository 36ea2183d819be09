import { describe, expect, test } from 'vitest';
import { secretNameDigest } from '../../deploy/cloudflare/fingerprints.ts';
import type { Target } from '../../deploy/plan/build-workers.ts';
import { changesToConfirm } from '../../deploy/plan/confirm-changes.ts';
import type { Plan } from '../../deploy/plan/plan.ts';
import { findWorkersToDeploy, reasonToDeploy } from '../../deploy/plan/workers-to-deploy.ts';
import type { Account } from '../../deploy/read/account-state.ts';
import { settingsIn } from '../../deploy/read/bound-settings.ts';
import type { Deployed, Version } from '../../deploy/read/deployed-workers.ts';
import { describeChangedLogSettings } from '../../deploy/settings/log-settings.ts';

const name = 'plid-service-token';
const secrets = { [secretNameDigest('KEYS')]: 'aaaaaa' };
const fingerprints = { code: 'code', configuration: 'configuration', secrets };
const target = {
  ...{ name, config: '', routes: ['login.example.com/a'], domain: undefined, settings: {} },
  ...{ logSettings: { observability: { enabled: true } }, migrationTag: undefined },
  ...{ secrets: { KEYS: 'k1:x' }, fingerprints },
} satisfies Target;
const running = { id: 'v1', fingerprints, created: '2026-01-01T00:00:00Z', since: '2026-01-01T00:00:00Z' };
const deployed = {
  ...{ versions: [running], running, lastOfOurs: running, newestOfOurs: running, isSplit: false },
  ...{ deployment: 'd1', latest: { message: '' }, leftBehind: false, wasDeployedByUs: true },
  ...{ isOnWorkersDev: false, logSettings: { observability: { enabled: true } } },
} as unknown as Deployed;
const account: Pick<Account, 'routes' | 'domains'> = {
  routes: [{ id: 'r', pattern: 'login.example.com/a', script: name }],
  domains: [],
};

type Case = [reason: string | undefined, Partial<Target>, object | undefined, Partial<Account>];
const withFingerprints = (changes: object) => ({
  running: { ...running, fingerprints: { ...fingerprints, ...changes } },
});

describe('a worker is deployed', () => {
  test.each<Case>([
    [undefined, {}, {}, {}],
    ['new', {}, undefined, {}],
    ['its requests are split between several versions', {}, { isSplit: true }, {}],
    ['changed by another tool', {}, { running: { ...running, fingerprints: undefined } }, {}],
    ['changed by another tool', {}, { running: undefined }, {}],
    ['other code', {}, withFingerprints({ code: 'x' }), {}],
    ['other configuration', {}, withFingerprints({ configuration: 'x' }), {}],
    [
      'other code, configuration, KEYS',
      {},
      withFingerprints({ code: 'x', configuration: 'x', secrets: {} }),
      {},
    ],
    ['other number of secrets', {}, withFingerprints({ secrets: { ...secrets, zz: 'bbbbbb' } }), {}],
    ['its log settings differ', {}, { logSettings: { observability: { enabled: false } } }, {}],
    ['its workers.dev address is enabled', {}, { isOnWorkersDev: true }, {}],
    ['a route is missing', { routes: ['login.example.com/a', 'login.example.com/b'] }, {}, {}],
    [
      'a route is missing',
      {},
      {},
      { routes: [{ id: 'r', pattern: 'login.example.com/a', script: 'other' }] },
    ],
    ["its host isn't connected", { domain: 'login.example.com' }, {}, {}],
    [
      "its host isn't connected",
      {},
      {},
      { domains: [{ id: 'd', hostname: 'login.example.com', service: name }] },
    ],
    [
      undefined,
      { domain: 'login.example.com' },
      {},
      { domains: [{ id: 'd', hostname: 'login.example.com', service: name }] },
    ],
    // The operator's own carrier worker has neither routes nor log settings of this command.
    [undefined, { routes: undefined, settings: undefined, logSettings: {} }, { isOnWorkersDev: true }, {}],
  ])('because of: %s', (reason, own, state, found) => {
    const worker = state === undefined ? undefined : { ...deployed, ...state };
    expect(reasonToDeploy({ ...target, ...own }, worker, { ...account, ...found })).toBe(reason);
  });

  test('as asked if it has no other reason', () => {
    const found = (all: boolean, state: object = {}) =>
      findWorkersToDeploy([target], new Map([[name, { ...deployed, ...state }]]), account, all);
    expect(found(false)).toEqual([]);
    expect(found(true)).toEqual([{ target, reason: 'as asked' }]);
    expect(found(true, { isSplit: true })[0]?.reason).toMatch(/^its requests are split/);
  });
});

describe('an operator confirms an added worker', () => {
  const note = (position: number) => ({
    ...running,
    note: { release: '20260101T000000Z', position, total: 2 },
  });
  const asked = (versions: Version[], wasDeployedByUs = true) => {
    const worker = { ...deployed, versions, running: versions[0], wasDeployedByUs } as Deployed;
    const added = { ...target, name: 'plid-service-new' };
    const plan = { changes: [], targets: [target, added], deployed: new Map([[name, worker]]) };
    return changesToConfirm(plan as unknown as Plan);
  };

  test('unless it is the first deployment, or continues one that was interrupted', async () => {
    expect(await asked([note(2) as Version])).toEqual(['plid-service-new: not deployed → deployed']);
    expect(await asked([note(1) as Version])).toEqual([]);
    expect(await asked([note(2) as Version], false)).toEqual([]);
  });
});

test('the settings of a worker are its variables, rate limits, and client certificates', () => {
  expect(
    settingsIn({
      vars: { A: 'a', B: 2, C: true },
      ratelimits: [{ name: 'LIMIT', namespace_id: '1', simple: { limit: 3, period: 60 } }],
      mtls_certificates: [{ binding: 'CERTIFICATE', certificate_id: 'id' }],
      kv_namespaces: [{ binding: 'KV', id: 'x' }],
    } as unknown as Parameters<typeof settingsIn>[0]),
  ).toEqual({ A: 'a', B: '2', C: 'true', LIMIT: '3 in 60 seconds', CERTIFICATE: 'id' });
  expect(settingsIn({} as Parameters<typeof settingsIn>[0])).toEqual({});
});

test('a log setting that was never set at Cloudflare is compared with its default there', () => {
  const wanted = {
    observability: {
      ...{ head_sampling_rate: 0.1, issues: { enabled: true } },
      logs: { head_sampling_rate: 0.2, persist: false, destinations: ['a'] },
      traces: { enabled: true, head_sampling_rate: 0.3, persist: false, destinations: ['b'] },
    },
    logpush: true,
    tail_consumers: [{ service: 'siem' }],
  };
  expect(describeChangedLogSettings({}, wanted)).toEqual([
    'head_sampling_rate: 1 → 0.1',
    'issues.enabled: false → true',
    'logs.head_sampling_rate: 1 → 0.2',
    'logs.persist: true → false',
    'logs.destinations: [] → ["a"]',
    'traces.enabled: false → true',
    'traces.head_sampling_rate: 1 → 0.3',
    'traces.persist: true → false',
    'traces.destinations: [] → ["b"]',
    'logpush: false → true',
    'tail_consumers: [] → ["siem"]',
  ]);
  const usual = {
    observability: {
      ...{ head_sampling_rate: 1, issues: { enabled: false } },
      logs: { head_sampling_rate: 1, persist: true, destinations: [] },
      traces: { enabled: false, head_sampling_rate: 1, persist: true, destinations: [] },
    },
    ...{ logpush: false, tail_consumers: [] },
  };
  expect(describeChangedLogSettings({}, usual)).toEqual([]);
});
