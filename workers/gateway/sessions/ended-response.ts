import { prefersPage } from '../../core/http/accept.ts';

interface EndedResponse {
  /** The address for users. It was checked before anything ended. */
  address: string;
  /** The JSON for programs. */
  answer: Record<string, unknown>;
  /** Set-Cookie values. */
  cookies: readonly string[];
}

/**
 * Response to a form that ended something. Users are redirected (303), and programs get JSON. A browser that is no
 * longer signed in also clears its cached pages of this host. Otherwise, the Back button would show them to the
 * browser's next user, regardless of their cache policy.
 */
export function endedResponse(request: Request, { address, answer, cookies }: EndedResponse): Response {
  const headers = new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
  if (cookies.length > 0) headers.set('Clear-Site-Data', '"cache"');
  if (!prefersPage(request)) return Response.json(answer, { headers });
  headers.set('Location', address);
  return new Response(null, { status: 303, headers });
}
