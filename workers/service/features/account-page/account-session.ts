import { randomSecret, sha256Base64url } from '../../../core/crypto/bytes.ts';
import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { redirect } from '../../../core/http/redirect.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { type Parameters, queryParameters } from '../../../core/protocol/parameters.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type {
  AccountEnding,
  AccountOverview,
  AccountPageMethods,
  EndedInAccount,
} from '../../objects/account-overview.ts';
import { accountOf } from '../../objects/accounts.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { accountCallbackPath, accountClientId, accountCookie } from '../../registry/account-client.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { accessTokenLifetime, authorizationRequestLifetime } from '../../settings/service-lifetimes.ts';
import { accountSession } from '../../settings/service-sealed-types.ts';
import { openCode } from '../../tokens/codes.ts';
import type { AccountContext, Notice } from './account-settings.ts';

/**
 * Cookie with the PKCE verifier of a sign-in to the account pages. Another browser can't redeem the sign-in's
 * code, because it doesn't have the verifier.
 */
const verifierCookie = 'plid-account-verifier';

/**
 * Notices for sign-ins that returned with an error, keyed by `plid_reason`. Other values of `plid_reason` have no
 * notice.
 */
const noticeOfReason = new Map<string, Notice>([
  ['not_shown', 'notShown'],
  ['denied', 'denied'],
  ['wrong_number', 'denied'],
]);

/**
 * Redirects to an account page with a notice. Because the status is 303, the browser doesn't send a form twice.
 */
export const redirectToAccount = (notice?: Notice, cookies: readonly string[] = []): Response =>
  redirect(303, notice === undefined ? '/account' : `/account?notice=${notice}`, cookies);

/**
 * Starts a sign-in in the same way as an application (§4.1). PKCE binds the sign-in to this browser, so `state`
 * isn't needed.
 */
export async function startAccountSignIn({ url }: AccountContext): Promise<Response> {
  const verifier = randomSecret();
  const challenge = await sha256Base64url(verifier);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: accountClientId,
    redirect_uri: `${url.origin}${accountCallbackPath}`,
    state: challenge,
    prompt: 'login',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return redirect(303, `/oauth2/authorize?${query}`, [
    writeCookie(url, verifierCookie, verifier, authorizationRequestLifetime),
  ]);
}

/** Completes a sign-in by exchanging its code for a session. After an error, the user can try again. */
export async function completeAccountSignIn(context: AccountContext): Promise<Response> {
  const { url, request } = context;
  const verifier = readCookie(request, verifierCookie);
  const parameters = queryParameters(url);
  const dropped = writeCookie(url, verifierCookie, '', 0);
  if (verifier === undefined || parameters.optional('error') !== undefined)
    return redirectToAccount(noticeOfReason.get(parameters.optional('plid_reason') ?? ''), [dropped]);
  const session = await openSession(context, parameters, verifier);
  return session === undefined
    ? redirectToAccount('failed', [dropped])
    : redirectToAccount(undefined, [dropped, session]);
}

/**
 * Opens a session with the code of a sign-in.
 * @returns a Set-Cookie value, or undefined if the code is invalid or belongs to another browser. @throws
 * {ProtocolError} `unavailable`.
 */
async function openSession(
  context: AccountContext,
  parameters: Parameters,
  code_verifier: string,
): Promise<string | undefined> {
  const { env, now, url } = context;
  const presented = {
    code: parameters.optional('code') ?? '',
    client_id: accountClientId,
    redirect_uri: `${url.origin}${accountCallbackPath}`,
    code_verifier,
  };
  const opened = await openCode(env.KEYS, presented, now).catch((failure) => {
    if (failure instanceof ProtocolError) return undefined;
    throw failure;
  });
  if (opened === undefined) return undefined;
  const { plid, grant } = opened;
  context.nameSignIn(signInName(grant));
  const redeeming = accountOf(env, plid).redeem(grant, accountClientId, now);
  if ((await callObject('redeeming a code', redeeming)) !== 'redeemed') return undefined;
  serviceEvents.record(context, 'code_redeemed', { client_id: accountClientId, plid });
  const sealed = await accountSession.seal(env.KEYS, { plid, grant }, now + accessTokenLifetime);
  return writeCookie(url, accountCookie, sealed, accessTokenLifetime);
}

/** The connections of a session's user. */
export interface SessionConnections extends AccountOverview {
  plid: string;
}

/**
 * Returns the connections of the session's user, or undefined if there is no active session. @throws
 * {ProtocolError} `unavailable`.
 */
export async function readSessionConnections(
  context: AccountContext,
): Promise<SessionConnections | undefined> {
  const session = await readSession(context);
  if (session === undefined) return undefined;
  const { plid, grant } = session;
  const reading = accountOf<AccountPageMethods>(context.env, plid).overview(grant, context.now);
  const overview = await callObject<AccountOverview | undefined>('reading an account', reading);
  return overview && { ...overview, plid };
}

/**
 * Ends the connections, automatic login, or session that the user chose.
 * @returns false if the session had already ended. @throws {ProtocolError} `unavailable`.
 */
export async function endConnections(context: AccountContext, ending: AccountEnding): Promise<boolean> {
  const session = await readSession(context);
  if (session === undefined) return false;
  const { plid, grant } = session;
  const asking = accountOf<AccountPageMethods>(context.env, plid).endInSession(grant, ending, context.now);
  const ended = await callObject<EndedInAccount | undefined>('ending a connection', asking);
  if (ended === undefined) return false;
  const byUser = { plid, token: undefined, access_reason: undefined };
  for (const client_id of ended.disconnected)
    serviceEvents.record(context, 'disconnected', { ...byUser, client_id });
  for (const client_id of ended.automaticLogins)
    serviceEvents.record(context, 'automatic_login_ended', { ...byUser, client_id });
  for (const client_id of ended.passkeys)
    serviceEvents.record(context, 'passkey_ended', { ...byUser, client_id });
  return true;
}

/** Returns a Set-Cookie value that removes the session from this browser. */
export const clearedAccountCookie = ({ url }: AccountContext): string =>
  writeCookie(url, accountCookie, '', 0);

async function readSession({ request, env, now, nameSignIn }: AccountContext) {
  const cookie = readCookie(request, accountCookie);
  const session = cookie === undefined ? undefined : await accountSession.open(env.KEYS, cookie, now);
  if (session !== undefined) nameSignIn(signInName(session.grant));
  return session;
}
