import { expect, test } from 'vitest';
import { localEnvironment } from '../../../workers/core/worker/local-environment.ts';
import { withLocalMark } from '../../../workers/gateway/single-worker/local-mark.ts';

const [local, deployed] = ['http://localhost:8787', 'https://shop.example.com'];
const service = { local: 'http://127.0.0.1:8788', deployed: 'https://login.example.com' };

test.each([
  ['a local origin', local, { GATEWAY_ORIGIN: local, SERVICE_URL: service.deployed }, true],
  ['a local service, without an origin', local, { SERVICE_URL: service.local }, true],
  [
    'a deployed origin, although the caller names localhost',
    local,
    { GATEWAY_ORIGIN: deployed, SERVICE_URL: service.local },
    false,
  ],
  [
    'a deployed service, although the caller names localhost',
    local,
    { SERVICE_URL: service.deployed },
    false,
  ],
  ['a local origin, but a request from elsewhere', deployed, { GATEWAY_ORIGIN: local }, false],
  ['a local service, but a request from elsewhere', deployed, { SERVICE_URL: service.local }, false],
  ['no address at all', local, {}, false],
  ['a local origin, in an object', undefined, { GATEWAY_ORIGIN: local, SERVICE_URL: service.deployed }, true],
  ['a local service, in an object', undefined, { SERVICE_URL: service.local }, true],
  ['a deployed service, in an object', undefined, { SERVICE_URL: service.deployed }, false],
  ['no address, in an object', undefined, {}, false],
])('with %s', (_, origin, env, isLocal) => {
  expect(withLocalMark(env, origin)).toEqual({ ...env, [localEnvironment]: isLocal });
});
