import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plidSignIn } from '../../packages/plid/express/index.ts';
import { plidSignIn as webSignIn } from '../../packages/plid/web/index.ts';
import { startServiceStandIn } from '../support/fakes/service-stand-in.ts';
import { useStarted } from '../support/world/use-world.ts';
import { arrived, doorSettings, sendPlain } from './support/sign-in-doors.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));

/** Opens an address of the application. @param host the `Host` header with which it arrives. */
type Open = (path: string, host: string) => Promise<{ status: number; location: string; cookies: string[] }>;

function openWeb(redirectUri: string): Open {
  const outcomes = { signed_in: () => ({}), automatic: () => ({}) };
  const plid = webSignIn({ ...doorSettings(standIn.url), outcomes, redirectUri });
  return async (path, host) => {
    // A server behind a proxy may put its own name into the URL.
    const request = new Request(`http://internal:1${path}`, { headers: { Host: host } });
    return arrived(await plid.handle(request));
  };
}

const listening = useStarted(async () => {
  let routes: ReturnType<typeof plidSignIn>['routes'] | undefined;
  const server = createServer((request, response) =>
    routes?.(request, response, () => response.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    serve(next: typeof routes) {
      routes = next;
    },
    logs: () => '',
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
});
function openExpress(redirectUri: string): Open {
  const outcomes = { signed_in: () => ({}), automatic: () => ({}) };
  listening.serve(plidSignIn({ ...doorSettings(standIn.url), redirectUri, outcomes }).routes);
  return (path, host) => sendPlain(listening.port, path, 'GET', { host });
}

const warnings = () => vi.mocked(console.warn).mock.calls.map(String);
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => vi.mocked(console.warn).mockRestore());

describe.each([
  { door: 'plid/web', application: openWeb },
  { door: 'plid/express', application: openExpress },
])('a sign-in at $door', ({ application }) => {
  test.each([
    ['127.0.0.1:3000', 'http://localhost:3000'],
    ['[::1]:3000', 'http://localhost:3000'],
    ['localhost:3000', 'http://127.0.0.1:3000'],
    ['127.0.0.1', 'http://localhost'],
  ])('at %s continues at %s before it sets a cookie, with the same path and query', async (host, origin) => {
    const open = application(`${origin}/callback`);
    const first = await open('/login?return_to=/a%20b%26c&prompt=login', host);
    expect(first).toEqual({
      status: 303,
      location: `${origin}/login?return_to=/a%20b%26c&prompt=login&plid_host=1`,
      cookies: [],
    });
    const second = await open(first.location.slice(origin.length), new URL(origin).host);
    expect([second.status, second.location.startsWith(standIn.url)]).toEqual([303, true]);
    expect(second.cookies).toHaveLength(1);
    expect(warnings()).toEqual([]);
  });

  test('behind a proxy that rewrites Host to another name of the same port is redirected once', async () => {
    const open = application('http://localhost:3000/callback');
    const first = await open('/login', '127.0.0.1:3000');
    expect(first.location).toBe('http://localhost:3000/login?plid_host=1');
    const second = await open('/login?plid_host=1', '127.0.0.1:3000');
    expect(second.location).toContain(`${standIn.url}/oauth2/authorize?`);
    expect(warnings()).toHaveLength(1);
  });

  test.each([
    ['127.0.0.1:8080', 'http://localhost:3000'],
    ['localhost:8080', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'https://shop.example.com'],
    ['internal:3000', 'https://shop.example.com'],
    ['evil.example', 'http://localhost:3000'],
  ])('at %s with the redirectUri of %s starts, and warns once', async (host, origin) => {
    const open = application(`${origin}/callback`);
    for (let time = 0; time < 3; time += 1)
      expect((await open('/login', host)).location).toContain(`${standIn.url}/oauth2/authorize?`);
    expect(warnings()).toEqual([expect.stringContaining(new URL(origin).host)]);
    expect(warnings()[0]).toContain(host);
  });

  test('at its own host, at the default port, or with a malformed Host starts without a word', async () => {
    const open = application('https://shop.example.com/callback');
    for (const host of ['shop.example.com', 'SHOP.example.com:443', 'a b', '<script>', 'x'.repeat(300)])
      expect((await open('/login', host)).location).toContain(`${standIn.url}/oauth2/authorize?`);
    expect(warnings()).toEqual([]);
  });
});
