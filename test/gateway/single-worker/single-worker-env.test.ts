import { afterEach, expect, test, vi } from 'vitest';
import { gatewayWorkers } from '../../../workers/gateway/single-worker/gateway-workers.ts';
import {
  createEnvironmentLookup,
  singleWorkerSchema,
} from '../../../workers/gateway/single-worker/single-worker-env.ts';

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
