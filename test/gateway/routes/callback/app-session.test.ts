import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeAppSignIn } from '../../../../workers/gateway/features/native-apps/app-sessions-entrypoint.ts';
import session from '../../../../workers/gateway/routes/session/index.ts';
import { appFlow } from '../../../../workers/gateway/settings/gateway-sealed-types.ts';
import { gatewayEnv } from '../../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import { answeringService } from '../../../effects/support/stored-session.ts';
import { challengeOf } from '../../../support/fixtures/grants.ts';
import { gatewayKeys, origins } from '../../../support/world/test-settings.ts';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
  answeringService(world);
});
afterEach(() => world.close());

const verifier = 'v'.repeat(43);
const address = `${origins.gateway}/auth/session`;

/** Ends the sign-in of an app with a code. @param token of the session that the app has until then. */
async function signIn(
  code: string,
  { token, type = 'application/json' }: { token?: string; type?: string } = {},
) {
  const state = await appFlow.seal(gatewayKeys, {
    session: `secret of ${code}`,
    code_challenge: challengeOf(verifier),
    link: 'https://app.example.com/signed-in',
    expires: world.now + 600,
  });
  const init = {
    method: 'POST',
    headers: { 'Content-Type': type, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ code, state, code_verifier: verifier }),
  };
  const answer = await completeAppSignIn(new Request(address, init), gatewayEnv(world));
  return { status: answer.status, body: (await answer.json()) as { session: string; reason?: string } };
}

const statusOf = async (token: string) =>
  (await world.send(session, gatewayEnv(world), address, { headers: { Authorization: `Bearer ${token}` } }))
    .status;

describe('a new sign-in of an app', () => {
  test('ends the session whose token it sends, and no other', async () => {
    const [first, other] = [await signIn('first'), await signIn('other')];
    const next = await signIn('next', { token: first.body.session });
    await world.advance(60, 0);
    const tokens = [first, other, next].map(({ body }) => body.session);
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 200, 200]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'can’t be sent by a form of another site (%s)',
    async (type) => {
      expect(await signIn('first', { type })).toMatchObject({
        status: 400,
        body: { reason: 'invalid_item' },
      });
      expect(world.calls).toEqual([]);
    },
  );
});
