import { prefersPage } from '../../core/http/accept.ts';
import { redirect } from '../../core/http/redirect.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { loginUrl } from '../identity/login-url.ts';
import { noSessionError } from '../sessions/live-session.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';

/**
 * Redirects a page request without a session to the login.
 * @param isForeign whether a page of another origin may have sent the request.
 * @throws {ProtocolError} `cross_origin`, or `no_session` for a request that isn't for a page.
 */
export function redirectWithoutSession(
  request: Request,
  url: URL,
  gateway: string,
  isForeign: boolean,
): Response {
  if (isForeign) throw new ProtocolError(gatewayRefusals.cross_origin);
  if (request.method !== 'GET' || !prefersPage(request)) throw noSessionError();
  return redirect(302, loginUrl(url.pathname + url.search, gateway));
}
