import { isEmbedded, isPrefetch } from '../../../workers/core/http/prefetch.ts';

/** A response that ends a request before a sign-in is started or completed. */
export interface Answered {
  type: 'answered';
  answer: Response;
}

/**
 * Answers a request with which no user opens a page. It starts no sign-in and uses up no code, because the user's own
 * request comes later.
 * @returns 200 for HEAD, such as of a monitor; 425 for a prefetch; 400 for a frame or an image; otherwise undefined.
 */
export function answerWithoutUser(request: Request): Answered | undefined {
  if (request.method === 'HEAD') return empty(200);
  if (isPrefetch(request)) return empty(425);
  return isEmbedded(request) ? empty(400) : undefined;
}

const empty = (status: number): Answered => ({
  type: 'answered',
  answer: new Response(null, { status, headers: { 'Cache-Control': 'no-store' } }),
});
