import { afterEach, describe, expect, test, vi } from 'vitest';
import { limitServiceCallsForApps } from '../../../workers/gateway/features/native-apps/app-limits.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';

afterEach(() => vi.unstubAllGlobals());

const shares = ['begins', 'ends'] as const;

/** Counts calls from one address. @param known whether its last sign-in succeeded. @param full keys whose limit is reached. */
function counter({ known = false, full = [] as string[] } = {}) {
  const keys = new Set<string>();
  const match = async () => (known ? new Response('known') : undefined);
  vi.stubGlobal('caches', { open: async () => ({ match }) });
  const limit = async ({ key }: { key: string }) => {
    keys.add(key);
    return { success: !full.includes(key) };
  };
  const headers = { 'CF-Connecting-IP': '2001:db8:1:2::3' };
  const request = new Request('https://shop.example.com/auth/login', { headers });
  const context = {
    ...{ request, url: new URL(request.url), waitUntil: () => undefined, log: () => undefined },
    env: { KEYS: gatewayKeys, APP_NETWORK_LIMIT: { limit }, APP_TOTAL_LIMIT: { limit } },
  };
  const count = async (share: (typeof shares)[number]) => {
    keys.clear();
    const reason = await limitServiceCallsForApps(context as never, share).then(
      () => 'counted',
      ({ reason: refused }) => refused,
    );
    return { reason, keys: [...keys] };
  };
  return { count };
}

describe('calls to the service on behalf of apps', () => {
  /** All keys of one share: of the network, of all addresses, and of known addresses. */
  async function keysOf(share: (typeof shares)[number]): Promise<string[]> {
    const first = await counter().count(share);
    return (await counter({ known: true, full: first.keys.slice(1) }).count(share)).keys;
  }

  test('that begin and that end a sign-in share no key of a limit', async () => {
    const keys = (await Promise.all(shares.map(keysOf))).flat();
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(6);
  });

  test.each([
    ['begins', 'ends'],
    ['ends', 'begins'],
  ] as const)('%s never stop those of %s, for unknown and known addresses', async (used, other) => {
    const full = await keysOf(used);
    for (const known of [false, true]) {
      const { count } = counter({ known, full });
      expect((await count(used)).reason).toBe('too_many_requests');
      expect((await count(other)).reason).toBe('counted');
    }
  });

  test('are counted for a known address in a share of its own, once the common one is used up', async () => {
    const [, common = ''] = (await counter().count('ends')).keys;
    expect((await counter({ full: [common] }).count('ends')).reason).toBe('too_many_requests');
    expect((await counter({ full: [common], known: true }).count('ends')).reason).toBe('counted');
  });
});
