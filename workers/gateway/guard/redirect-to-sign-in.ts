import { redirect } from '../../core/http/redirect.ts';
import { requireSignIn } from '../identity/require-session.ts';
import { noSessionError } from '../sessions/live-session.ts';

/**
 * Redirects a page request without a session to the login.
 * @param isForeign whether a page of another origin may have sent the request.
 * @throws {ProtocolError} `cross_origin`, or `no_session` for a request that isn't for a page. The user of a form gets
 * a page that explains that nothing was processed, with a link to the sign-in.
 */
export function redirectToSignIn(request: Request, url: URL, origin: string, isForeign: boolean): Response {
  const path = url.pathname + url.search;
  const { login, isForm } = requireSignIn(request, { path, origin, isForeign });
  if (isForm) throw noSessionError();
  return redirect(302, login);
}
