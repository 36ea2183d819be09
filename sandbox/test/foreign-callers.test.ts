import { describe, expect, test } from 'vitest';
import { proxyTokenHeader, refuseForeignPage } from '../world/refuse-foreign-page.ts';
import { belongsToApplication } from '../world/service-paths.ts';
import type { WorldEnv } from '../world/world-env.ts';

/** Why the local environment refuses a request, if it does. */
function reasonOf(method: string, path: string, headers: Record<string, string> = {}, env = {}): string {
  const request = new Request(new URL(path, 'http://localhost:8787'), { method, headers });
  try {
    refuseForeignPage(request, env as WorldEnv);
    return 'allowed';
  } catch (failure) {
    return (failure as { reason: string }).reason;
  }
}

describe('npx wrangler dev', () => {
  test.each([
    ['GET', '/sandbox', {}, 'unknown_caller'],
    ['HEAD', '/sandbox/requests', {}, 'unknown_caller'],
    ['GET', '/admin/applications', {}, 'unknown_caller'],
    ['GET', '/sandbox/requests', { 'Sec-Fetch-Site': 'none' }, 'allowed'],
    ['POST', '/sandbox/sign-in', {}, 'allowed'],
    ['DELETE', '/sandbox/faults', {}, 'allowed'],
    ['GET', '/sandboxes', {}, 'allowed'],
    ['GET', '/oauth2/authorize', {}, 'allowed'],
    ['POST', '/admin/applications', { Origin: 'http://localhost:8787' }, 'allowed'],
    ['POST', '/admin/applications', { Origin: 'http://localhost:3000' }, 'invalid_item'],
    ['POST', '/admin/applications', { Origin: 'https://localhost:8787' }, 'invalid_item'],
    ['POST', '/admin/applications', { Origin: 'null' }, 'invalid_item'],
    ['POST', '/sandbox/sign-in', { Host: 'evil.example.com' }, 'host_not_allowed'],
    ['POST', '/sandbox/sign-in', { Host: '[::1]:8787' }, 'allowed'],
  ] as [string, string, Record<string, string>, string][])('answers %s %s with %j: %s', (...given) => {
    const [method, path, headers, reason] = given;
    expect(reasonOf(method, path, headers)).toBe(reason);
  });
});

test.each([
  [{}, 'unknown_caller'],
  [{ [proxyTokenHeader]: 'other' }, 'unknown_caller'],
  [{ 'Sec-Fetch-Site': 'none' }, 'unknown_caller'],
  [{ [proxyTokenHeader]: 'token' }, 'allowed'],
])('npm start answers only its own proxy: with %j, %s', (headers, reason) => {
  for (const [method, path] of [
    ['GET', '/sandbox'],
    ['POST', '/oauth2/token'],
  ] as const)
    expect(reasonOf(method, path, headers, { PROXY_TOKEN: 'token' })).toBe(reason);
});

test('plid sandbox answers programs, and other hosts only if they are allowed', () => {
  expect(reasonOf('GET', '/sandbox/requests', {}, { SEED: '{}' })).toBe('allowed');
  const host = { Host: '10.0.2.2:8787' };
  expect(reasonOf('GET', '/sandbox', host, { SEED: '{}' })).toBe('host_not_allowed');
  expect(reasonOf('GET', '/sandbox', host, { SEED: '{}', ALLOWED_HOSTS: 'a,10.0.2.2' })).toBe('allowed');
});

test.each([
  ...['/account', '/account/end', '/docs', '/docs/api', '/healthz', '/.well-known/security.txt'].map(
    (path): [string, boolean] => [path, true],
  ),
  ...['/', '/oauth2/authorize', '/auth/login', '/.well-known/jwks.json', '/v1/user/me', '/sandbox'].map(
    (path): [string, boolean] => [path, false],
  ),
])('%s at localhost belongs to the own application: %s', (path, belongs) => {
  const own = { APPLICATION_URL: 'http://localhost:3000' };
  expect(belongsToApplication(new URL(path, 'http://localhost:8787'), own)).toBe(belongs);
  expect(belongsToApplication(new URL(path, 'http://127.0.0.1:8787'), own)).toBe(false);
  expect(belongsToApplication(new URL(path, 'http://localhost:8787'), {})).toBe(false);
});
