import { afterEach, expect, test, vi } from 'vitest';
import { localEnvironment } from '../../../workers/core/worker/local-environment.ts';
import { unlimited } from '../../../workers/core/worker/rate-limit.ts';
import { gatewayWorkers } from '../../../workers/gateway/single-worker/gateway-workers.ts';
import {
  createEnvironmentLookup,
  singleWorkerSchema,
} from '../../../workers/gateway/single-worker/single-worker-env.ts';
import { gatewayEnv } from '../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';

afterEach(() => void vi.restoreAllMocks());

/** Looks up the environments of a Worker without rate limits. */
const lookUp = () => {
  const lookup = createEnvironmentLookup(singleWorkerSchema(gatewayWorkers), () => ({}));
  const rawEnv = {};
  return (host: string) => lookup(rawEnv, `https://${host}.example.com`);
};

test('the environments of a single Worker stay few, although a caller may choose the host', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const environmentAt = lookUp();
  const hosts = Array.from({ length: 20 }, (_, index) => `shop${index}`);
  const [first] = hosts.map(environmentAt);
  expect(environmentAt('shop0')).toBe(first);
  environmentAt('one-more');
  expect(environmentAt('shop0')).not.toBe(first);
});

test('missing rate limits are logged once, not at each host', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const environmentAt = lookUp();
  for (const host of ['a', 'b']) environmentAt(host);
  expect(warn.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { worker: 'gateway', without: expect.stringContaining('REQUEST_LIMIT') },
  ]);
});

test('a setting in code overrides the variable, which overrides the origin of the request', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const schema = singleWorkerSchema(gatewayWorkers);
  const origin = 'https://www.example.com';
  const given = (inCode: object, rawEnv: object) =>
    createEnvironmentLookup(schema, () => inCode)(rawEnv, origin) as Record<string, unknown>;
  const own = { GATEWAY_ORIGIN: 'https://shop.example.com', CLIENT_ID: 'of a variable' };
  expect(given({}, {})).toMatchObject({ GATEWAY_ORIGIN: origin });
  expect(given({ CLIENT_ID: 'in code' }, own)).toMatchObject({ ...own, CLIENT_ID: 'in code' });
});

test('only a rate limit without a binding is off', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const APP_LIMIT = { limit: async () => ({ success: false }) };
  const env = createEnvironmentLookup(singleWorkerSchema(gatewayWorkers), () => ({}))(
    { APP_LIMIT },
    'https://shop.example.com',
  ) as Record<string, unknown>;
  const off = ['STATE_LIMIT', 'REQUEST_LIMIT', 'APP_NETWORK_LIMIT', 'APP_TOTAL_LIMIT'];
  expect(env.APP_LIMIT).toBe(APP_LIMIT);
  for (const name of off) expect(env[name], name).toBe(unlimited);
  const [[line] = []] = warn.mock.calls;
  expect(JSON.parse(line).without.split(',').sort()).toEqual(off.sort());
});

test('the functions between workers have the limits that are off, as the workers do', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const origin = 'http://localhost:8787';
  const world = new NumberedWorld();
  const bound: Record<string, unknown> = gatewayEnv(world);
  const limits = Object.keys(bound).filter((name) => name.endsWith('_LIMIT'));
  const rawEnv = Object.fromEntries(Object.entries(bound).filter(([name]) => !limits.includes(name)));
  const env = createEnvironmentLookup(singleWorkerSchema(gatewayWorkers), () => ({}))(rawEnv, origin);
  const { APP_SESSIONS } = env as { APP_SESSIONS: Fetcher };
  const request = new Request(`${origin}/auth/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: 'c', state: 's', code_verifier: 'v'.repeat(43) }),
  });
  const answer = await APP_SESSIONS.fetch(request);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ reason: 'flow_mismatch' }),
  ]);
  await world.close();
});

test("the bindings between workers aren't bindings of a single Worker, but functions in it", () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const schema = singleWorkerSchema(gatewayWorkers);
  expect(Object.keys(schema.entries)).not.toContain('APP_SESSIONS');
  expect(Object.keys(schema.entries)).toEqual(
    expect.arrayContaining(['TRUSTED_ORIGINS', 'TRUSTED_HEADERS', 'KEYS', 'USER']),
  );
  const local = 'http://localhost:8787';
  const env = createEnvironmentLookup(schema, () => ({}))({ GATEWAY_ORIGIN: local }, local);
  expect(env).toMatchObject({
    APP_SESSIONS: { fetch: expect.any(Function) },
    GATEWAY: { session: expect.any(Function) },
    [localEnvironment]: true,
  });
});
