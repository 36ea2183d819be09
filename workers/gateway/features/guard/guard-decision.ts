import { redirect } from '../../../core/http/redirect.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { isPageOfOtherHost } from '../../flow/own-pages.ts';
import { isPreflight } from '../../identity/cors-preflight.ts';
import { isCrossOrigin } from '../../identity/cross-origin.ts';
import { requireSignIn } from '../../identity/require-session.ts';
import { noSessionError } from '../../sessions/live-session.ts';
import type { SessionRead } from '../../sessions/unread-session.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { isPublicPath } from './public-paths.ts';

/** The guard's settings that a decision depends on. */
interface GuardPolicy {
  GATEWAY_ORIGIN: string;
  TRUSTED_ORIGINS: readonly string[];
  PUBLIC_PATHS: readonly string[];
  PREFLIGHTS: 'Y' | 'N';
}

/**
 * Whether the application gets a request. `refuse` returns the redirect to the login, or throws the error of the
 * refusal.
 */
type Decision = 'forward' | { refuse(this: void): Response };

/** Whether a request is a CORS preflight that the application gets without a session. */
export const isAdmittedPreflight = (request: Request, { PREFLIGHTS }: Pick<GuardPolicy, 'PREFLIGHTS'>) =>
  PREFLIGHTS === 'Y' && isPreflight(request);

/**
 * Decides whether the application gets a request, in both forms of the gateway. If the session can't be read, only
 * a request that needs no session is forwarded.
 */
export function decide(
  request: Request,
  url: URL,
  { session, failure }: SessionRead,
  policy: GuardPolicy,
): Decision {
  if (session !== null || isAdmittedPreflight(request, policy)) return 'forward';
  if (isPublicPath(url.pathname, policy.PUBLIC_PATHS)) return 'forward';
  return {
    refuse() {
      if (failure !== undefined) throw failure;
      return redirectToSignIn(request, url, policy);
    },
  };
}

/**
 * Redirects a page request without a session to the login.
 * @throws {ProtocolError} `cross_origin` if a page of another origin may have sent the request; `other_host` if that
 * page is on the host of the request; `no_session` for a request that isn't for a page. The user of a form gets a
 * page that explains that nothing was processed, with a link to the sign-in.
 */
function redirectToSignIn(
  request: Request,
  url: URL,
  { GATEWAY_ORIGIN: origin, TRUSTED_ORIGINS }: GuardPolicy,
): Response {
  const isForeign = isCrossOrigin(request, new URL(origin), TRUSTED_ORIGINS);
  if (isForeign && isPageOfOtherHost(request, url, origin))
    throw new ProtocolError(gatewayRefusals.other_host);
  const path = url.pathname + url.search;
  const { login, isForm } = requireSignIn(request, { path, origin, isForeign });
  if (isForm) throw noSessionError();
  return redirect(302, login);
}
