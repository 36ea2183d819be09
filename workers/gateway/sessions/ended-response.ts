import { prefersPage } from '../../core/http/accept.ts';

interface EndedResponse {
  /** The person is redirected there; it was checked before anything ended. */
  address: string;
  /** The JSON for a program. */
  answer: Record<string, unknown>;
  /** Set-Cookie values. */
  cookies: readonly string[];
}

/**
 * Answers a form that ended something: a person is redirected (303), a program gets JSON. A browser that is no longer signed in
 * forgets the pages that it keeps of this host: Back would show them to the next person, whatever their cache policy.
 */
export function endedResponse(request: Request, { address, answer, cookies }: EndedResponse): Response {
  const headers = new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
  if (cookies.length > 0) headers.set('Clear-Site-Data', '"cache"');
  if (!prefersPage(request)) return Response.json(answer, { headers });
  headers.set('Location', address);
  return new Response(null, { status: 303, headers });
}
