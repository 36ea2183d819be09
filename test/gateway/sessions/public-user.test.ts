import { afterEach, beforeEach, expect, test } from 'vitest';
import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { completeAppSignIn } from '../../../workers/gateway/features/native-apps/app-sessions-entrypoint.ts';
import session from '../../../workers/gateway/routes/session/index.ts';
import { appFlow } from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { gatewayEnv } from '../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { challengeOf } from '../../support/fixtures/grants.ts';
import { gatewayKeys, origins } from '../../support/world/test-settings.ts';

const address = `${origins.gateway}/auth/session`;
const code_verifier = 'v'.repeat(43);
const flags = { autoLoginYn: 'N', autoStatusCheck: 'N' };

let world: NumberedWorld;
beforeEach(async () => {
  world = new NumberedWorld();
  const { body } = await userAnswer();
  const token = { access_token: 'token', token_type: 'bearer', expires_in: 600 };
  world.elsewhere = ({ pathname }) => Response.json(pathname === '/oauth2/token' ? token : body);
});
afterEach(() => world.close());

type Shown = { user: Record<string, string>; session?: string };

/** Completes an app's sign-in. @param SESSION_ATTRIBUTES the setting. */
async function openAppSession(SESSION_ATTRIBUTES: string): Promise<Shown> {
  const state = await appFlow.seal(gatewayKeys, {
    session: 'secret of an app',
    code_challenge: challengeOf(code_verifier),
    link: 'https://app.example.com/signed-in',
    expires: world.now + 600,
  });
  const body = JSON.stringify({ code: 'a-code', state, code_verifier });
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request(address, { method: 'POST', headers, body });
  return (await completeAppSignIn(request, { ...gatewayEnv(world), SESSION_ATTRIBUTES })).json();
}

async function showSession(SESSION_ATTRIBUTES: string, token = ''): Promise<Shown> {
  const env = { ...gatewayEnv(world), SESSION_ATTRIBUTES };
  return (await world.send(session, env, address, { headers: { Authorization: `Bearer ${token}` } })).json();
}

test.each([[], ...attributes.map((name) => [name]), attributes].map((names) => names.join(',')))(
  'a session contains only plid, the flags, and the attributes in SESSION_ATTRIBUTES: "%s"',
  async (setting) => {
    const names = ['plid', ...setting.split(',')];
    const user = {
      ...Object.fromEntries(Object.entries(person).filter(([name]) => names.includes(name))),
      ...flags,
    };
    const opened = await openAppSession(setting);
    expect(opened.user).toEqual(user);
    expect((await showSession(setting, opened.session)).user).toEqual(user);
  },
);
