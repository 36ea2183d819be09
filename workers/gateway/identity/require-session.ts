import { prefersPage } from '../../core/http/accept.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { isReturnPath } from '../flow/request-checks.ts';
import { noSessionError } from '../sessions/live-session.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';
import { pageBefore } from './page-before.ts';

/** A request without a session, as the guard and `/auth/verify` judge it. */
interface Unauthenticated {
  /** The request's path with its query. */
  path: string;
  /** The gateway's origin. */
  origin: string;
  /** Whether a page of another origin may have sent the request. */
  isForeign: boolean;
}

/**
 * Decides how a user's request without a session continues.
 * @returns the URL of a sign-in that returns to the requested page. After a form, it returns to the form's page,
 * because a sign-in can't repeat the form. @throws {ProtocolError} `cross_origin`, or `no_session` for a request of a
 * program.
 */
export function requireSignIn(
  request: Request,
  { path, origin, isForeign }: Unauthenticated,
): { login: string; isForm: boolean } {
  if (isForeign) throw new ProtocolError(gatewayRefusals.cross_origin);
  const isPage = request.method === 'GET';
  if (!prefersPage(request) || (!isPage && !isNavigation(request))) throw noSessionError();
  return { login: loginUrl(isPage ? path : pageBefore(request, origin), origin), isForm: !isPage };
}

/** Whether a browser opens the response as a page, so that the request isn't a script's. */
const isNavigation = ({ headers }: Request): boolean => headers.get('Sec-Fetch-Mode') === 'navigate';

/**
 * Returns the URL of a login that leads back to a page that needs a session. @param path the page's path with its
 * query. `/` replaces a path that could lead to another origin.
 */
const loginUrl = (path: string, origin: string): string =>
  `${origin}/auth/login?return_to=${encodeURIComponent(isReturnPath(path, origin) ? path : '/')}&required=Y`;
