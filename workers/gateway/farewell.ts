import { prefersPage } from '../core/accept.ts';
import { noSessionCookie } from './session-secret.ts';

interface Farewell {
  /** Where a person is led back to: checked before anything ended. */
  address: string;
  /** What a program is told. */
  answer: Record<string, unknown>;
  /** Whether the browser's own session goes on. */
  stays: boolean;
}

/** Answers a form that ended something: a person is led back (303), a program is told as JSON. */
export function farewell(request: Request, { address, answer, stays }: Farewell): Response {
  const cookie = stays ? {} : { 'Set-Cookie': noSessionCookie(new URL(request.url)) };
  if (!prefersPage(request)) return Response.json(answer, { headers: cookie });
  return new Response(null, { status: 303, headers: { Location: address, ...cookie } });
}
