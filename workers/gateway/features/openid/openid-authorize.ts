import { randomBytes, toBase64url } from '../../../core/crypto/bytes.ts';
import { redirect } from '../../../core/http/redirect.ts';
import {
  errorCodeOf,
  errorFields,
  responseFields,
  responseUrl,
} from '../../../core/protocol/authorization-response.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { Parameters } from '../../../core/protocol/parameters.ts';
import type { Prompt } from '../../../core/protocol/prompts.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { limitRequests } from '../../flow/address-limits.ts';
import { redirectToOwnHost } from '../../flow/redirect-to-own-host.ts';
import { rejectEmbedded, rejectPrefetch } from '../../flow/request-checks.ts';
import { userOf } from '../../objects/gateway-objects.ts';
import type { OpenIdLogin } from '../../objects/user-tables.ts';
import { readSessionToken } from '../../sessions/session-token.ts';
import { openIdCode } from '../../settings/gateway-sealed-types.ts';
import type { RelyingParty } from '../../settings/relying-parties.ts';
import { issuerAt } from './discovery-documents.ts';
import { formPost } from './form-post.ts';
import { hintMatchesUser, readRequestedHint } from './gateway-id-token-hint.ts';
import { readRoundTrip, redirectToGatewayLogin } from './login-round-trip.ts';
import type { OpenIdContext } from './party-settings.ts';
import { type RequestedLogin, readParty, readRequestedLogin } from './requested-login.ts';
import { beganDuringLogin, requiresPhoneApproval, satisfiesRequest } from './session-requirements.ts';

/**
 * Authorization endpoint for relying parties (OpenID Connect Core 1.0 §3.1.2). If the session satisfies the
 * request, the endpoint redirects to the relying party with a code. Otherwise, it redirects to the login, which
 * then resumes the request. Nothing is stored until a session exists. @throws {ProtocolError} if the relying party
 * or its redirect URI is invalid, so that the response can't be sent to that URI; `too_many_requests`,
 * `unavailable`.
 */
export async function openIdAuthorize(context: OpenIdContext): Promise<Response> {
  const { request, env, language } = context;
  rejectPrefetch(request);
  rejectEmbedded(request);
  const redirected = redirectToOwnHost(context);
  if (redirected !== undefined) return redirected;
  const { query, since } = await readRoundTrip(context);
  const parameters = new Parameters(query);
  const { party, redirect_uri } = readParty(env.OPENID_CLIENTS, parameters);
  context.note({ client_id: party.id });
  const back = (answer: Record<string, string>) => {
    const named = { ...answer, iss: issuerAt(env.GATEWAY_ORIGIN) };
    const state = stateOf(parameters);
    return usesFormPost(parameters)
      ? formPost(context, redirect_uri, responseFields(named, state))
      : redirect(302, responseUrl(redirect_uri, named, state));
  };
  try {
    const requested = readRequestedLogin(party, query, parameters);
    const next = await nextFor(context, requested, { party, redirect_uri }, since);
    if ('code' in next) return back(next);
    return await redirectToGatewayLogin(context, query, { ...requested, ...next });
  } catch (failure) {
    if (!(failure instanceof ProtocolError) || failure.status !== 400) throw failure;
    context.note({ returned: errorCodeOf(failure) });
    return back(errorFields(errorCodeOf(failure), failure.describe(language)));
  }
}

/**
 * Returns the code if the session satisfies the request. Otherwise, returns the `prompt` for the login. @param
 * since the time at which the request was sent to the login. @throws {ProtocolError} `login_required` if the
 * session doesn't satisfy a request with `prompt=none`, or if a required approval on the phone is missing.
 * `access_denied` if the user returned without a session, or if the signed-in user isn't the user in
 * `id_token_hint`.
 */
async function nextFor(
  context: OpenIdContext,
  requested: RequestedLogin,
  { party, redirect_uri }: { party: RelyingParty; redirect_uri: string },
  since: number | undefined,
): Promise<{ code: string } | { prompt?: Prompt }> {
  const session = await readLiveSession(context);
  const isExpectedUser =
    session === undefined || (await isHintedUser(context, requested, party, session.plid));
  if (session !== undefined && isExpectedUser && satisfiesRequest(session, requested, since, context.now)) {
    const code = await issueCode(context, session, {
      client_id: party.id,
      redirect_uri,
      ...storedRequest(requested),
    });
    if (code !== undefined) return { code };
  }
  if (requested.prompt === 'none') throw new ProtocolError(refusals.login_required);
  if (since === undefined) {
    const { prompt = isExpectedUser ? undefined : 'select_account' } = requested;
    if (requiresPhoneApproval(session, requested, context.now)) return { prompt: prompt ?? 'login' };
    return prompt === undefined ? {} : { prompt };
  }
  const isLoggedIn = session !== undefined && beganDuringLogin(session, since, context.now);
  throw new ProtocolError(isLoggedIn ? refusals.login_required : refusals.access_denied);
}

/**
 * Whether the signed-in user is the user that `id_token_hint` identifies. True for any user if there is no hint,
 * and false if the hint is invalid.
 */
async function isHintedUser(
  { env, now }: OpenIdContext,
  { id_token_hint }: RequestedLogin,
  party: RelyingParty,
  plid: string,
): Promise<boolean> {
  return (
    id_token_hint === undefined ||
    hintMatchesUser(env, party, plid, await readRequestedHint(env, id_token_hint, now))
  );
}

/** The parts of a request that the token endpoint needs later. */
const storedRequest = ({ scope, code_challenge, nonce }: RequestedLogin) => ({
  scope,
  ...(code_challenge !== undefined && { code_challenge }),
  ...(nonce !== undefined && { nonce }),
});

/** Reads the live session from the User object. If the gateway didn't issue the token, the object isn't called. */
async function readLiveSession(context: OpenIdContext) {
  const { request, env, now } = context;
  const presented = await readSessionToken(request, env.KEYS, now);
  if (presented === undefined) return undefined;
  await limitRequests(context);
  const { plid, id } = presented;
  const session = await callObject('reading a session', userOf(env, plid).session(id, now));
  return session && { ...session, plid };
}

/** @returns undefined if the session has ended meanwhile. */
async function issueCode(
  { env, now }: OpenIdContext,
  session: { plid: string; id: string },
  login: OpenIdLogin,
): Promise<string | undefined> {
  const { plid } = session;
  const id = toBase64url(randomBytes(16));
  const keeping = userOf(env, plid).keepOpenId(session.id, id, login, now);
  const isKept = await callObject('keeping a login of OpenID Connect', keeping);
  return isKept ? openIdCode.seal(env.KEYS, { plid, id }) : undefined;
}

/** The state of a request; empty if the state itself is invalid. */
function stateOf(parameters: Parameters): string {
  try {
    return parameters.asSent('state');
  } catch {
    return '';
  }
}

/**
 * Whether the response, including an error, is sent as a form post. The error for an invalid `response_mode` is
 * sent in the query.
 */
function usesFormPost(parameters: Parameters): boolean {
  try {
    return parameters.optional('response_mode') === 'form_post';
  } catch {
    return false;
  }
}
