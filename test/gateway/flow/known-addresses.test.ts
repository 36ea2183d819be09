import { afterEach, expect, test, vi } from 'vitest';
import { ProtocolError, type Refusal } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import {
  isKnownAddress,
  rememberAddress,
  unmarkAddressOnRejection,
} from '../../../workers/gateway/flow/known-addresses.ts';
import * as gatewayRefusals from '../../../workers/gateway/shared/gateway-refusals.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';

afterEach(() => vi.unstubAllGlobals());

/** A known address at a location. @returns whether it is still known after a call of the service has failed. */
async function isKnownAfter(failure: unknown): Promise<boolean> {
  const marks = new Map<string, Response>();
  const cache = {
    match: async (mark: string) => marks.get(mark),
    put: async (mark: string, value: Response) => void marks.set(mark, value),
    delete: async (mark: string) => marks.delete(mark),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const pending: Promise<unknown>[] = [];
  const headers = { 'CF-Connecting-IP': '203.0.113.7' };
  const request = new Request('https://shop.example.com/auth/session', { headers });
  const context = {
    ...{ request, url: new URL(request.url), env: { KEYS: gatewayKeys }, log: () => undefined },
    waitUntil: (work: Promise<unknown>) => void pending.push(work),
  } as never;
  rememberAddress(context);
  await Promise.all(pending);
  expect(await isKnownAddress(context)).toBe(true);
  expect(() => unmarkAddressOnRejection(context)(failure)).toThrow(failure as Error);
  await Promise.all(pending);
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
