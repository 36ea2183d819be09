import * as v from 'valibot';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readParameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { logoutFailure } from '../../errors/failure-page.tsx';
import { refuseForeignForm } from '../../flow/own-pages.ts';
import { checkReturnPath, signedOutCookie } from '../../flow/request-checks.ts';
import { userOf } from '../../objects/gateway-objects.ts';
import { noSessionError } from '../../sessions/live-session.ts';
import { deleteCachedSessions } from '../../sessions/session-cache.ts';
import { handleLength } from '../../sessions/session-handle.ts';
import {
  clearedSessionCookie,
  type PresentedSession,
  readSessionToken,
} from '../../sessions/session-token.ts';
import { sessionsEndedResponse } from '../../sessions/sessions-ended-response.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { gatewayEvents } from '../../settings/gateway-events.ts';
import { pageSettings } from '../../settings/page-settings.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
  ...pageSettings,
});
type LogoutContext = Context<v.InferOutput<typeof schema>>;

/**
 * Ends this session, all sessions of the user (`everywhere=Y`), or another session of the user (`session`). The
 * User object decides, so KV's delay doesn't matter.
 */
async function logOut(context: LogoutContext): Promise<Response> {
  const { request, url, env, now } = context;
  refuseForeignForm(context);
  const parameters = await readParameters(request);
  const address = checkReturnPath(parameters.optional('return_to'), env.GATEWAY_ORIGIN);
  const other = parameters.optional('session');
  const everywhere = parameters.optional('everywhere') === 'Y';
  const current = await readSessionToken(request, env.KEYS, now);
  const which = other !== undefined ? handle(other) : everywhere ? 'all' : 'this';
  const ended = current && (await end(context, current, which));
  if (other !== undefined) {
    if (ended === undefined) throw noSessionError();
    if (ended.length === 0) throw new ProtocolError(refusals.invalid_item, { item: 'session' });
  }
  const stays = other !== undefined && current?.id !== ended?.[0];
  const cookies = stays ? [] : [clearedSessionCookie(url), signedOutCookie(url)];
  return sessionsEndedResponse(request, { address, answer: { ended: ended?.length ?? 0 }, cookies });
}

/** @throws {ProtocolError} `invalid_item` if the text isn't a session handle. */
function handle(text: string): { startsWith: string } {
  if (text.length !== handleLength) throw new ProtocolError(refusals.invalid_item, { item: 'session' });
  return { startsWith: text };
}

/** @returns the ids of the ended sessions; undefined if the request's session isn't live. */
async function end(
  context: LogoutContext,
  { plid, id }: PresentedSession,
  which: 'this' | 'all' | { startsWith: string },
): Promise<string[] | undefined> {
  const { env, now } = context;
  const ended = await callObject('ending sessions', userOf(env, plid).logOut(id, which, now));
  if (ended !== undefined) await deleteCachedSessions(context, ended);
  if (ended !== undefined && which === 'all')
    gatewayEvents.record(context, 'logged_out_everywhere', { plid, sessions: ended.length });
  else if (ended?.length) gatewayEvents.record(context, 'session_ended', { plid });
  return ended;
}

/** Ends sessions. */
export default endpoint(
  'gateway-logout',
  schema,
  {
    /**
     * Ends this session. `everywhere=Y` ends all of the user's, and `session` another one. Forms send
     * `return_to`.
     */
    'POST /auth/logout': logOut,
  },
  { errorPage: logoutFailure },
);
