import { prefersPage } from '../../workers/core/http/accept.ts';
import { redirect } from '../../workers/core/http/redirect.ts';

/** Responds to a script with JSON, and redirects a form back to its page. @param back the path of that page. */
export function respondWithJsonOrRedirect(request: Request, answer: object, back: string): Response {
  if (!prefersPage(request)) return Response.json(answer);
  return redirect(303, back);
}

/** The page of one phone. */
export const phonePath = (phoneNo: string): string => `/sandbox?phoneNo=${phoneNo}`;
