import { redirect } from '../../../core/http/redirect.ts';
import { type Parameters, readParameters } from '../../../core/protocol/parameters.ts';
import { crossOriginHeader } from '../../../core/protocol/same-origin.ts';
import { logoutQuery, readLogoutRequest } from '../../../openid/logout-request.ts';
import { refuseForeignForm } from '../../flow/own-pages.ts';
import { redirectToOwnHost } from '../../flow/redirect-to-own-host.ts';
import { signedOutCookie } from '../../flow/request-checks.ts';
import { endSingleSession } from '../../sessions/end-single-session.ts';
import {
  clearedSessionCookie,
  type PresentedSession,
  readSessionToken,
} from '../../sessions/session-token.ts';
import type { RelyingParty } from '../../settings/relying-parties.ts';
import { formPost } from './form-post.ts';
import { hintMatchesUser, verifyIssuedHint } from './gateway-id-token-hint.ts';
import { confirmPartyLogoutPage, noPartySessionPage, partyLogoutPath } from './party-logout-pages.tsx';
import type { OpenIdContext } from './party-settings.ts';

/**
 * Signs a user out for a relying party (OpenID Connect RP-Initiated Logout 1.0 §2) by ending this browser's
 * session at the gateway. If the request has an id_token of the user, the session ends immediately. Otherwise, the
 * user must confirm, because any site could have sent the browser here. @throws {ProtocolError} for the first
 * check that fails, before any session ends.
 */
export async function relyingPartyLogout(context: OpenIdContext): Promise<Response> {
  const { request, env, now } = context;
  const redirected = request.method === 'GET' ? redirectToOwnHost(context) : undefined;
  if (redirected !== undefined) return redirected;
  const parameters = await readParameters(request);
  // Browsers send no cookies with a form from another site's page (SameSite=Lax), so a page of the gateway submits
  // the form again, at the host where the session is.
  if (request.method === 'POST' && crossOriginHeader(request, new URL(env.GATEWAY_ORIGIN)))
    return formPost(context, env.GATEWAY_ORIGIN + partyLogoutPath, parameters.entries());
  const { party, hint, address } = await readRequest(context, parameters);
  const session = await readSessionToken(request, env.KEYS, now);
  if (party !== undefined && hint !== undefined && address !== undefined) {
    const isOfUser = session !== undefined && (await hintMatchesUser(env, party, session.plid, hint));
    return isOfUser ? endSessionAndRedirect(context, session, address) : redirect(303, address);
  }
  if (session !== undefined) return confirmPartyLogoutPage(context, logoutQuery(parameters));
  return address === undefined ? noPartySessionPage(context) : redirect(303, address);
}

/** Handles the request that is sent when the user presses the button on {@link confirmPartyLogoutPage}. */
export async function confirmPartyLogout(context: OpenIdContext): Promise<Response> {
  const { request, env, now } = context;
  refuseForeignForm(context);
  const { address = partyLogoutPath } = await readRequest(context, await readParameters(request));
  const session = await readSessionToken(request, env.KEYS, now);
  return session === undefined ? redirect(303, address) : endSessionAndRedirect(context, session, address);
}

const readRequest = (context: OpenIdContext, parameters: Parameters) =>
  readLogoutRequest<RelyingParty>(parameters, {
    readHint: (text) => verifyIssuedHint(context.env, text),
    async find(client_id) {
      const party = context.env.OPENID_CLIENTS.find(({ id }) => id === client_id);
      if (party !== undefined) context.note({ client_id });
      return party;
    },
    addressesOf: ({ redirect_uris, post_logout_redirect_uris }) => ({
      registered: post_logout_redirect_uris,
      callback: redirect_uris[0],
    }),
  });

async function endSessionAndRedirect(
  context: OpenIdContext,
  session: PresentedSession,
  address: string,
): Promise<Response> {
  const { url } = context;
  await endSingleSession(context, session);
  const response = redirect(303, address, [clearedSessionCookie(url), signedOutCookie(url)]);
  // Cached pages are cleared after any sign-out. Otherwise, the Back button would show pages of this host to the
  // next user.
  response.headers.set('Clear-Site-Data', '"cache"');
  return response;
}
