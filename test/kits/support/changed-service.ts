import type { Init } from '../../support/fixtures/browser-session.ts';
import { startProxy } from '../../support/world/http-proxy.ts';
import { closedAfterTest } from '../../support/world/use-world.ts';
import type { Change } from './wrong-services.ts';

/** Asks the sandbox. The body arrives decoded, so the headers of its encoding are left out. */
async function next(url: URL, init: Init): Promise<Response> {
  const answer = await fetch(url, { redirect: 'manual', ...init } as RequestInit);
  const headers = new Headers(answer.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding']) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}

/** A sandbox behind a server that changes its answers until the test ends. @returns the address of that server. */
export async function serveChanged({ url: origin }: { url: string }, change: Change): Promise<string> {
  const fetches = { fetch: (url: string | URL, init: Init = {}) => change(new URL(url), init, next) };
  const proxy = await startProxy(fetches, { origin });
  return closedAfterTest({ ...proxy, logs: () => '' }).url;
}
