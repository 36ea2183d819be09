import { describe, expect, test } from 'vitest';
import { plid as passport } from '../../../docs/clients/plid/passport.ts';
import { person, startServiceStandIn } from '../../../test/support/fakes/service-stand-in.ts';
import { gatewaySecrets } from '../../../test/support/world/test-settings.ts';
import { useStarted } from '../../../test/support/world/use-world.ts';

const options = {
  service: 'https://login.example.com',
  clientId: 'somebody-elses.client',
  clientSecret: gatewaySecrets.CLIENT_SECRET,
  redirectUri: 'https://shop.example.com/callback',
};

/** The result that a strategy reports to Passport. */
async function authenticate(strategy: ReturnType<typeof passport>, request: object): Promise<unknown[]> {
  return new Promise((resolve) => {
    const told =
      (action: string) =>
      (...values: unknown[]) =>
        resolve([action, ...values]);
    const actions = {
      success: told('success'),
      fail: told('fail'),
      redirect: told('redirect'),
      error: told('error'),
    };
    strategy.authenticate.call(actions, request as never);
  });
}

describe('the Passport strategy of docs/clients/plid', () => {
  const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
  const strategyWith = (verify: (user: { plid: string }) => Promise<object | false>) =>
    passport({ ...options, service: standIn.url }, verify);
  const session = () => ({ plid: 'who is signed in', 'plid:sign-in': [{ state: 's', codeVerifier: 'v' }] });
  const callback = '/callback?code=c&state=s';

  test('signs in the user that verify returns, and deletes the sign-in', async () => {
    const kept = session();
    const strategy = strategyWith(async ({ plid }) => ({ id: plid }));
    const told = await authenticate(strategy, { originalUrl: callback, session: kept });
    expect(told).toEqual(['success', { id: person.plid }]);
    expect(kept).toEqual({ plid: 'who is signed in', 'plid:sign-in': [] });
  });

  test('accepts the callbacks of several tabs in any order, and stores the last five', async () => {
    const strategy = strategyWith(async ({ plid }) => ({ id: plid }));
    const kept: { 'plid:sign-in'?: { state: string }[] } = {};
    for (const _ of Array(6)) await authenticate(strategy, { originalUrl: '/login', session: kept });
    const states = (kept['plid:sign-in'] ?? []).map(({ state }) => state);
    expect(new Set(states).size).toBe(5);
    for (const state of [states[3], states[0], states[4]]) {
      const request = { originalUrl: `/callback?code=c&state=${state}`, session: kept };
      expect(await authenticate(strategy, request)).toEqual(['success', { id: person.plid }]);
      expect((await authenticate(strategy, request))[0]).toBe('fail');
    }
    expect(kept['plid:sign-in']?.map(({ state }) => state)).toEqual([states[1], states[2]]);
  });

  test('rejects a user that verify rejects', async () => {
    const told = await authenticate(
      strategyWith(async () => false),
      { originalUrl: callback, session: session() },
    );
    expect(told).toEqual(['fail', { message: 'The application rejected the user.' }, 403]);
  });

  test("rejects another browser's callback, and passes errors that a developer must fix", async () => {
    const strategy = strategyWith(async (user) => user);
    const [action, , status] = await authenticate(strategy, { originalUrl: callback, session: {} });
    expect([action, status]).toEqual(['fail', 401]);
    expect(await authenticate(strategy, { originalUrl: '/login' })).toEqual(['error', expect.any(Error)]);
    standIn.answer({ token: { status: 401, body: { error: 'invalid_client', message: 'no' } } });
    const told = await authenticate(strategy, { originalUrl: callback, session: session() });
    expect(told).toEqual(['error', expect.objectContaining({ reason: 'client_refused' })]);
  });

  test("accepts a state once, whatever the result, and leaves the application's session unchanged", async () => {
    const strategy = strategyWith(async (user) => user);
    const kept: { plid: string; 'plid:sign-in'?: { state: string }[] } = { plid: 'who is signed in' };
    await authenticate(strategy, { originalUrl: '/login', session: kept });
    expect(kept).toEqual({
      plid: 'who is signed in',
      'plid:sign-in': [expect.objectContaining({ state: expect.any(String) })],
    });
    const state = kept['plid:sign-in']?.[0]?.state;
    standIn.answer({ token: { status: 500, body: { error: 'server_error', message: 'no' } } });
    const failed = await authenticate(strategy, {
      originalUrl: `/callback?code=c&state=${state}`,
      session: kept,
    });
    expect(failed).toEqual(['fail', expect.anything(), 401]);
    const again = await authenticate(strategy, {
      originalUrl: `/callback?code=d&state=${state}`,
      session: kept,
    });
    expect(again).toEqual([
      'fail',
      { message: expect.stringMatching(/state doesn't belong to a sign-in/) },
      401,
    ]);
  });
});
