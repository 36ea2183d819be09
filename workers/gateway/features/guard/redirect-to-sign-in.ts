import { redirect } from '../../../core/http/redirect.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { isPageOfOtherHost } from '../../flow/own-pages.ts';
import { requireSignIn } from '../../identity/require-session.ts';
import { noSessionError } from '../../sessions/live-session.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';

/**
 * Redirects a page request without a session to the login.
 * @param isForeign whether a page of another origin may have sent the request.
 * @throws {ProtocolError} `cross_origin`; `other_host` if that page is on the host of the request; `no_session` for a request that isn't for a page. The user of a form gets
 * a page that explains that nothing was processed, with a link to the sign-in.
 */
export function redirectToSignIn(request: Request, url: URL, origin: string, isForeign: boolean): Response {
  if (isForeign && isPageOfOtherHost(request, url, origin))
    throw new ProtocolError(gatewayRefusals.other_host);
  const path = url.pathname + url.search;
  const { login, isForm } = requireSignIn(request, { path, origin, isForeign });
  if (isForm) throw noSessionError();
  return redirect(302, login);
}
