import token from '../../../workers/service/routes/token/index.ts';
import user from '../../../workers/service/routes/user/index.ts';
import { serviceEnv } from '../../effects/support/numbered-bindings.ts';
import type { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { basic } from '../../support/requests/service-requests.ts';
import { applications, origins } from '../../support/world/test-settings.ts';

/** The code in the redirect to the application. */
export const codeIn = ({ headers }: Response): string =>
  new URL(headers.get('Location') ?? '').searchParams.get('code') ?? '';

/** The value of the consent page's field `terms`. */
export const termsOn = async (page: Response): Promise<string> =>
  /name="terms" value="([^"]*)"/.exec(await page.text())?.[1] ?? '';

/** Redeems a code at the token worker, as the shop does. @param more bindings that differ. */
export function redeem(world: NumberedWorld, code: string, more: object = {}): Promise<Response> {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Authorization: basic(applications.shop),
  };
  const body = new URLSearchParams({ grant_type: 'authorization_code', code }).toString();
  const env = { ...serviceEnv(world), ...more };
  return world.send(token, env, `${origins.service}/oauth2/token`, { method: 'POST', headers, body });
}

/** Reads the user with a token at the user worker. @param more bindings that differ. */
export function readUserOf(world: NumberedWorld, access_token: string, more: object = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${access_token}` };
  return world.send(user, { ...serviceEnv(world), ...more }, `${origins.service}/v1/user/me`, { headers });
}
