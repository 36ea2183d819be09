import { describe, expect, test } from 'vitest';
import type { ObjectFailure } from '../../support/assertions/observed-objects.ts';
import { account, grantSignIn } from '../../support/fixtures/grants.ts';
import { jsonOf, requestToken } from '../../support/requests/service-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

async function redeemAtFailing(failure: ObjectFailure) {
  const { plid, code } = await grantSignIn(world);
  const stub: unknown = account(world, plid);
  await (stub as { failAlone(failure: ObjectFailure): Promise<void> }).failAlone(failure);
  const response = await requestToken(world, { code });
  const { error, message } = await jsonOf(response);
  expect({ error, message }).toEqual({
    error: 'server_error',
    message: 'A temporary error occurred. Try again later.',
  });
  return response;
}

const lastLine = () => JSON.parse(world.logs().trim().split('\n').at(-1) ?? '');

describe('a bug in a Durable Object is an internal error, not an outage', () => {
  test.each(['bug', 'sql'] as const)('in %s: 500 without Retry-After', async (failure) => {
    const response = await redeemAtFailing(failure);
    expect(response.status).toBe(500);
    expect(response.headers.get('Retry-After')).toBeNull();
    await expect.poll(lastLine).toMatchObject({ level: 'error', reason: 'internal', status: 500 });
    expect(lastLine().cause).toContain('redeeming a code');
  });
});

test('a Durable Object that the runtime resets during a call is an outage: 503 with Retry-After', async () => {
  const response = await redeemAtFailing('reset');
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  await expect.poll(lastLine).toMatchObject({ level: 'error', reason: 'unavailable', status: 503 });
});

test('an invalid code is logged at info, although §4.2 gives it status 500', async () => {
  expect((await requestToken(world, { code: 'no-such-code' })).status).toBe(500);
  await expect.poll(lastLine).toMatchObject({ level: 'info', reason: 'invalid_code', status: 500 });
});
