import { expect, test } from 'vitest';
import { isLocalEnvironment, localEnvironment } from '../../../workers/core/worker/local-environment.ts';

test.each([
  [{ BASE_URL: 'http://localhost:8787' }, true],
  [{ GATEWAY_ORIGIN: 'http://127.0.0.1:8788' }, true],
  [{ BASE_URL: 'https://login.example.com', GATEWAY_ORIGIN: 'http://localhost' }, false],
  [{ GATEWAY_ORIGIN: 'https://shop.example.com' }, false],
  [{ BASE_URL: 'https://localhost' }, false],
  [{ BASE_URL: 'http://login.example.com' }, false],
  [{ BASE_URL: 'http://localhost.example.com' }, false],
  [{}, false],
])("the operator's own address decides whether an environment is local: %j", (env, expected) => {
  expect(isLocalEnvironment(env)).toBe(expected);
});

test('a mark decides before the address', () => {
  const addresses = { BASE_URL: 'http://localhost:8787' };
  expect(isLocalEnvironment({ ...addresses, [localEnvironment]: false })).toBe(false);
  expect(isLocalEnvironment({ BASE_URL: 'https://login.example.com', [localEnvironment]: true })).toBe(true);
});
