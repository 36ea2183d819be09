import { redirect } from '../../core/http/redirect.ts';
import type { IdTokenHint } from '../../core/openid/id-token-hint.ts';
import { clientOfLogout, readSentHint } from '../../core/openid/logout-request.ts';
import { answerAddress } from '../../core/protocol/authorization-answer.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { type Parameters, queryParameters } from '../../core/protocol/parameters.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { signedOutCookie } from '../flow/request-checks.ts';
import { endSession } from '../sessions/end-session.ts';
import { noSessionCookie, presentedSession } from '../sessions/session-token.ts';
import { isOf, readOwnHint } from './own-hint.ts';
import type { OpenIdContext } from './party-settings.ts';
import type { RelyingParty } from './relying-parties.ts';

/**
 * A relying party logs its user out (OpenID Connect RP-Initiated Logout 1.0 §2): ends this browser's session here. Without an id_token of the
 * person who is signed in nothing ends: anybody could have led the browser here.
 * @throws {ProtocolError} for the first check that fails, in the order of the statements here; nothing has ended then.
 */
export async function logOut(context: OpenIdContext): Promise<Response> {
  const { env, url } = context;
  const parameters = queryParameters(url);
  const hint = await readSentHint(parameters, (sent) => readOwnHint(env, sent));
  const client_id = clientOfLogout(parameters, hint);
  context.note({ client_id });
  const party = env.OPENID_CLIENTS.find(({ id }) => id === client_id);
  if (party === undefined) throw new ProtocolError(refusals.unknown_client);
  const address = answerAddress(readAddress(party, parameters), {}, parameters.asSent('state'));
  if (hint === undefined || !(await endSessionOf(context, party, hint))) return redirect(303, address);
  const response = redirect(303, address, [noSessionCookie(url), signedOutCookie(url)]);
  // As after any log-out: Back would show pages of this host to the next person.
  response.headers.set('Clear-Site-Data', '"cache"');
  return response;
}

/** One of the registered addresses; else the first page of the relying party. */
function readAddress(
  { redirect_uris: [address], post_logout_redirect_uris }: RelyingParty,
  parameters: Parameters,
): string {
  const asked = parameters.optional('post_logout_redirect_uri');
  if (asked === undefined) return new URL('/', address).href;
  if (!post_logout_redirect_uris.includes(asked))
    throw new ProtocolError(refusals.unregistered_redirect, { value: asked });
  return asked;
}

/** @returns whether the session of this browser is the person's. */
async function endSessionOf(
  context: OpenIdContext,
  party: RelyingParty,
  hint: IdTokenHint,
): Promise<boolean> {
  const { request, env, now } = context;
  const presented = await presentedSession(request, env.KEYS, now);
  if (presented === undefined || !(await isOf(env, party, presented.plid, hint))) return false;
  await endSession(context, presented);
  return true;
}
