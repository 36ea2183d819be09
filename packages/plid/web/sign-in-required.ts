import { redirectTo } from './answers.ts';
import { loginAddress } from './site-paths.ts';

/**
 * Returns the answer to a request without a session: a redirect to the sign-in for a browser that opens a page, and
 * otherwise 401 with JSON. @param login the whole URL of the route that starts a sign-in.
 */
export function signInRequired(request: Request, login: string): Response {
  if (isPageVisit(request)) return redirectTo(loginAddress(login, { returnTo: request.url, required: true }));
  const body = { error: 'login_required', message: 'Sign in first.' };
  return Response.json(body, { status: 401, headers: { 'Cache-Control': 'no-store' } });
}

/** Whether a browser opens a page. Scripts and API clients can't follow a redirect to a sign-in. */
const isPageVisit = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.get('Accept') ?? '');
