import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RelayBrowser } from '../relay/relay-browser.ts';

/** Redirects `/3` to `/2`, and so on down to `/0`, which is a page. */
const server = createServer((request, response) => {
  const left = Number(request.url?.slice(1));
  if (left === 0) return void response.end('the end');
  response.writeHead(302, { Location: `/${left - 1}` }).end();
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

test.each([
  [1, '/0', 200],
  [15, '/0', 200],
  [16, '/1', 302],
])("a relay's browser that is redirected %i times stops at %s", async (times, path, status) => {
  const screen = await new RelayBrowser(origin, '').open(`/${times}`);
  expect([new URL(screen.address).pathname, screen.status]).toEqual([path, status]);
});
