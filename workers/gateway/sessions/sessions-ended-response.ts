import { prefersPage } from '../../core/http/accept.ts';

interface EndedResponse {
  /**
   * The address to which users are redirected. The address was checked before any session or connection was ended.
   */
  address: string;
  /** The JSON for programs. */
  answer: Record<string, unknown>;
  /** Set-Cookie values. */
  cookies: readonly string[];
}

/**
 * Returns the response to a form that ended a session or connection. Users are redirected (303), and programs get
 * JSON. A browser that is no longer signed in also clears its cached pages of this host. Otherwise, the Back
 * button would show these pages to the browser's next user, regardless of their cache policy.
 */
export function sessionsEndedResponse(
  request: Request,
  { address, answer, cookies }: EndedResponse,
): Response {
  const headers = new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
  if (cookies.length > 0) headers.set('Clear-Site-Data', '"cache"');
  if (!prefersPage(request)) return Response.json(answer, { headers });
  headers.set('Location', address);
  return new Response(null, { status: 303, headers });
}
