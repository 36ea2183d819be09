import { type Exchange, refuseOtherRequests } from './exchange.ts';

/** Redirects with 303, so that a browser sends no form again. */
export const redirectTo = (url: string): Response =>
  new Response(null, { status: 303, headers: { Location: url, 'Cache-Control': 'no-store' } });

/**
 * Calls a function with an exchange for a `Request`. @returns its response, with the exchange's cookies.
 * @throws {TypeError} if it's a framework's own request.
 */
export async function withCookies<Answer extends Response | undefined>(
  request: Request,
  answer: (exchange: Exchange<Request, [request: Request]>) => Promise<Answer>,
): Promise<Answer> {
  refuseOtherRequests(typeof request.headers?.get === 'function' && URL.canParse(request.url));
  const cookies: string[] = [];
  const addCookies = (values: readonly string[]) => void cookies.push(...values);
  const answered = await answer({ request, source: request, context: [request], addCookies });
  if (answered === undefined || cookies.length === 0) return answered;
  // A copy, because `Response.redirect` returns immutable headers.
  const copy = new Response(answered.body, answered);
  for (const cookie of cookies) copy.headers.append('Set-Cookie', cookie);
  return copy as Answer;
}
