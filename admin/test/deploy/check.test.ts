import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, expect, test, vi } from 'vitest';
import { checkHost } from '../../deploy/apply/check-deployment.ts';

afterAll(() => vi.unstubAllEnvs());

const workers = [{ worker: 'service-token', schema: v.object({}), routes: ['POST /oauth2/token'] }];

/** The check's output for a host that gives every request the same answer. */
async function checked(status: number, headers: Record<string, string>, body = ''): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  vi.stubEnv('PLID_TEST_HOST_AT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const result = checkHost('login.example.com', workers, () => {}).then(
    String,
    (error: Error) => error.message,
  );
  return result.finally(() => server.close());
}

test("the check over https compares each route's methods with the worker's", async () => {
  expect(await checked(405, { Allow: 'POST' })).toBe('1');
  expect(await checked(200, {}, 'a page of another server')).toMatch(
    /^https:\/\/login.example.com\/oauth2\/token: answers 200 to OPTIONS \(Allow: none\) instead of 405 \(Allow: POST\)/,
  );
  expect(await checked(405, { Allow: 'GET, POST' })).toMatch(
    /answers 405 to OPTIONS \(Allow: GET, POST\) instead/,
  );
});

test("the check reports a worker's message about its settings", async () => {
  const body = JSON.stringify({
    error: 'server_error',
    message: 'Fix these settings: KEYS needs id:base64',
  });
  expect(await checked(500, {}, body)).toMatch(/token: answers 500: Fix these settings: KEYS needs/);
});

test("the check reports a host that doesn't respond", async () => {
  vi.stubEnv('PLID_TEST_HOST_AT', 'http://127.0.0.1:9');
  await expect(checkHost('login.example.com', workers, () => {})).rejects.toThrow(
    /no response.*\nThe workers are deployed\. Find the cause with: npx plid-admin doctor --url https:\/\/login\.example\.com$/,
  );
});
