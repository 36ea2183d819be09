import { prefersPage } from '../../core/http/accept.ts';

interface Farewell {
  /** Where a person is led back to: checked before anything ended. */
  address: string;
  /** What a program is told. */
  answer: Record<string, unknown>;
  /** Set-Cookie values. */
  cookies: readonly string[];
}

/** Answers a form that ended something: a person is led back (303), a program is told as JSON. */
export function farewell(request: Request, { address, answer, cookies }: Farewell): Response {
  const headers = new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
  if (!prefersPage(request)) return Response.json(answer, { headers });
  headers.set('Location', address);
  return new Response(null, { status: 303, headers });
}
