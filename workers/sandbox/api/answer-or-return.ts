import { prefersPage } from '../../core/http/accept.ts';
import { redirect } from '../../core/http/redirect.ts';

/** A script is told what came of its request; a form leads back to its page. @param back a path of ours. */
export function answerOrReturn(request: Request, answer: object, back: string): Response {
  if (!prefersPage(request)) return Response.json(answer);
  return redirect(303, back);
}

/** The page of one phone. */
export const phonePath = (phoneNo: string): string => `/sandbox?phoneNo=${phoneNo}`;
