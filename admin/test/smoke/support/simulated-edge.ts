import { onTestFinished, vi } from 'vitest';
import type { GatewayWorld } from '../../../../test/support/world/gateway-world.ts';

interface EdgeOptions {
  /** Passes a CF-Connecting-IP of the caller on. Cloudflare rejects it. */
  passesForgedAddress?: boolean;
  /** The caller's address, if the edge names it. */
  address?: string | undefined;
  /** Replaces a response of the gateway. */
  change?(response: Response, path: string, hasCookie: boolean): Response | undefined;
}

/** The AS number of SKT's mobile network. */
const asn = 9644;

/** Lets `fetch` reach a gateway's world as Cloudflare does: it names each request, the caller's address, and its network. */
export function simulateEdge(
  world: Pick<GatewayWorld, 'fetch'>,
  { passesForgedAddress = false, address, change }: EdgeOptions = {},
): void {
  let count = 0;
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input));
    count += 1;
    const ray = count.toString(16).padStart(16, '0');
    const headers = new Headers(init?.headers);
    const isForged = headers.has('CF-Connecting-IP');
    if (!isForged && address !== undefined) headers.set('CF-Connecting-IP', address);
    headers.set('CF-Ray', `${ray}-ICN`);
    const serve = async () => {
      if (isForged && !passesForgedAddress) return new Response('error 1000', { status: 403 });
      if (url.pathname.startsWith('/cdn-cgi/')) return new Response('fl=1\n');
      const method = init?.method ?? 'GET';
      const sent = { method, headers: Object.fromEntries(headers), cf: { asn } };
      const answer = await world.fetch(url, sent as Parameters<typeof world.fetch>[1]);
      return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
    };
    const response = await serve();
    response.headers.set('CF-Ray', `${ray}-ICN`);
    return change?.(response, url.pathname, headers.has('Cookie')) ?? response;
  });
  onTestFinished(() => fetched.mockRestore());
}

/** Time that passes a thousand times faster, for the workers as well. */
export function fastTimer({ clock }: Pick<GatewayWorld, 'clock'>, each?: (second: number) => unknown) {
  let passed = 0;
  return {
    now: () => passed,
    async wait(milliseconds: number): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, milliseconds / 1_000));
      await clock.advance(milliseconds / 1_000);
      passed += milliseconds;
      await each?.(passed / 1_000);
    },
  };
}
