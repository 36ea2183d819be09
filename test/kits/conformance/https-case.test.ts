import { afterEach, expect, test, vi } from 'vitest';
import { runConformance } from '../../../packages/plid-kits/conformance/index.ts';
import { application } from '../support/provider-in-memory.ts';

afterEach(() => vi.unstubAllGlobals());

const moved = (Location: string) => () => new Response(null, { status: 301, headers: { Location } });
const page = () => new Response('<!doctype html>');
const refused = () => new Response(null, { status: 400 });
const closed = () => Promise.reject(new TypeError('fetch failed'));

/** Services by their address, what they answer over http, and whether they conform to §1. */
test.each<[url: string, overHttp: () => Response | Promise<Response>, outcome: 'passed' | 'failed']>([
  ['https://login.example.com', closed, 'passed'],
  ['https://login.example.com', refused, 'passed'],
  ['https://login.example.com', moved('https://login.example.com/oauth2/authorize'), 'passed'],
  ['https://login.example.com/', moved('https://login.example.com/oauth2/authorize'), 'passed'],
  ['https://login.example.com', moved('http://login.example.com/wait'), 'failed'],
  ['https://login.example.com', page, 'failed'],
  ['http://login.example.com', refused, 'failed'],
  ['http://localhost.example.com', refused, 'failed'],
  ['http://127.0.0.1.example.com', refused, 'failed'],
  ['http://128.0.0.1', refused, 'failed'],
  ['http://localhost:8787', page, 'passed'],
  ['http://127.0.0.1:8787', page, 'passed'],
  ['http://127.1.2.3:8787', page, 'passed'],
  ['http://[::1]:8787', page, 'passed'],
])('a service at %s is judged by what it serves over http: %#', async (url, overHttp, outcome) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return address.startsWith('http:') ? overHttp() : page();
  });
  const { results } = await runConformance({ url, ...application }, ['1']);
  expect(results).toMatchObject([{ section: '1', outcome }]);
  for (const address of asked) expect(address).toMatch(/^http:\/\/login\.example\.com\/oauth2\/authorize\?/);
});
