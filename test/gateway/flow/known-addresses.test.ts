import { afterEach, expect, test, vi } from 'vitest';
import { ProtocolError, type Refusal } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import {
  isKnownAddress,
  rememberAddress,
  unmarkAddressOnRejection,
} from '../../../workers/gateway/features/native-apps/known-addresses.ts';
import * as gatewayRefusals from '../../../workers/gateway/settings/gateway-refusals.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';

afterEach(() => vi.unstubAllGlobals());

/** The cache of a location. */
function location() {
  const marks = new Map<string, Response>();
  const cache = {
    match: async (mark: string) => marks.get(mark),
    put: async (mark: string, value: Response) => void marks.set(mark, value),
    delete: async (mark: string) => marks.delete(mark),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const pending: Promise<unknown>[] = [];
  const lines: unknown[] = [];
  /** The request of an app at an address. */
  function from(address: string) {
    const headers = { 'CF-Connecting-IP': address };
    const request = new Request('https://shop.example.com/auth/session', { headers });
    return {
      ...{ request, url: new URL(request.url), env: { KEYS: gatewayKeys } },
      log: (...line: unknown[]) => void lines.push(line),
      waitUntil: (work: Promise<unknown>) => void pending.push(work),
    } as never;
  }
  return { marks, lines, from, settled: () => Promise.all(pending) };
}

/** A known address. @returns whether it is still known after a call of the service has failed. */
async function isKnownAfter(failure: unknown): Promise<boolean> {
  const { from, settled } = location();
  const context = from('203.0.113.7');
  rememberAddress(context);
  await settled();
  expect(await isKnownAddress(context)).toBe(true);
  expect(() => unmarkAddressOnRejection(context)(failure)).toThrow(failure as Error);
  await settled();
  return isKnownAddress(context);
}

const { upstream_refused, ...others } = { ...refusals, ...gatewayRefusals } as Record<string, Refusal>;

test('an address whose code the service rejects is unknown', async () => {
  expect(await isKnownAfter(new ProtocolError(upstream_refused as Refusal))).toBe(false);
});

test.each(Object.entries(others))('an address stays known after %s', async (_, refusal) => {
  expect(await isKnownAfter(new ProtocolError(refusal))).toBe(true);
});

test('an address stays known after a failure of the program', async () => {
  expect(await isKnownAfter(new TypeError('x is undefined'))).toBe(true);
});

test('only the address of a successful sign-in is known, for a day, under a name that does not reveal it', async () => {
  const { marks, from, settled } = location();
  rememberAddress(from('203.0.113.7'));
  await settled();
  const [[name = '', mark] = []] = [...marks];
  expect(name).toMatch(/^https:\/\/shop\.example\.com\/auth\/known\/[\w-]{43}$/);
  expect(mark?.headers.get('Cache-Control')).toBe('max-age=86400');
  expect(await isKnownAddress(from('203.0.113.8'))).toBe(false);
});

const broken = () => Promise.reject(new Error('no cache'));
test.each([
  ['to open', { open: broken }],
  ['to read', { open: async () => ({ match: broken }) }],
])('a cache that fails %s is logged, and the address is unknown', async (_, caches) => {
  const { lines, from } = location();
  vi.stubGlobal('caches', caches);
  expect(await isKnownAddress(from('203.0.113.7'))).toBe(false);
  const line = { operation: 'asking the cache for an address', cause: expect.stringMatching(/^Error at /) };
  expect(lines).toEqual([['warn', line]]);
});

test.each([
  ['remembered', 'put', (context: never) => rememberAddress(context)],
  [
    'forgotten',
    'delete',
    (context: never) =>
      expect(() =>
        unmarkAddressOnRejection(context)(new ProtocolError(upstream_refused as Refusal)),
      ).toThrow(),
  ],
])('a cache that fails while an address is %s fails no request', async (_, method, change) => {
  const { lines, from, settled } = location();
  vi.stubGlobal('caches', { open: async () => ({ [method]: broken }) });
  change(from('203.0.113.7'));
  await settled();
  expect(lines).toHaveLength(1);
});
