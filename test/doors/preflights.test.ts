import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { originOf, useProjects } from '../gateway/support/single-worker-world.ts';
import { startApplication } from '../support/fakes/application-stand-in.ts';
import { startGatewayWorld } from '../support/world/gateway-world.ts';
import { useStarted } from '../support/world/use-world.ts';
import type { World } from '../support/world/world.ts';

const preflight = { Origin: 'https://www.example.com', 'Access-Control-Request-Method': 'PUT' };

/** Sends OPTIONS over HTTP to workerd, as wrangler's server does. @returns the status. */
async function options(
  world: Pick<World, 'socketTo'>,
  origin: string,
  sent: Record<string, string>,
  body = '',
) {
  const { address, headers } = await world.socketTo(new URL('/orders', origin));
  const answered = Promise.withResolvers<number>();
  request(new URL('/orders', address), { method: 'OPTIONS', headers: { ...headers, ...sent } }, (answer) => {
    answer.resume();
    answered.resolve(answer.statusCode ?? 0);
  })
    .on('error', answered.reject)
    .end(body);
  return answered.promise;
}

/** @param passed the status of a request that reaches the application. */
function testPreflights(world: Pick<World, 'socketTo'>, urlOf: () => string, passed: number): void {
  test.each([
    ['without a length', {}],
    ['with the length 0, which wrangler’s server adds', { 'Content-Length': '0' }],
  ])('lets a preflight through that arrives over HTTP %s', async (_, length) => {
    expect(await options(world, urlOf(), { ...preflight, ...length })).toBe(passed);
  });

  test('refuses OPTIONS with a body, in both forms that HTTP has', async () => {
    expect(await options(world, urlOf(), { ...preflight, 'Content-Length': '3' }, 'a=b')).toBe(401);
    expect(await options(world, urlOf(), { ...preflight, 'Transfer-Encoding': 'chunked' }, 'a=b')).toBe(401);
  });
}

describe('the guard of the split gateway', () => {
  let application: Awaited<ReturnType<typeof startApplication>>;
  const world = useStarted(async () => {
    application = await startApplication(() => new Response('from the application'));
    return startGatewayWorld({ vars: { APPLICATION_URL: application.url } });
  });
  afterAll(() => application?.close());
  testPreflights(world, () => world.gateway, 200);
});

describe('the guard of the single Worker', () => {
  const world = useProjects({ foyer: { main: 'guarded-gateway-worker.ts' } });
  testPreflights(world, () => originOf('foyer'), 200);
});
