/**
 * Sets the cache policy of a response to a signed-in user. The application's own policy applies in browsers.
 * Without one, only the user's browser may cache it and must revalidate: assets aren't sent again, and a page shown
 * after sign-out leads to the login. (Heuristic freshness would show it to the next user of the browser.)
 *
 * No Cloudflare cache in front of the guard may store it in either case, because that cache would answer
 * unauthenticated requests. A 304 stays unchanged: its headers replace the stored ones (RFC 9111 §4.3.4).
 */
export function withPrivateCache(answer: Response): Response {
  if (answer.webSocket || answer.status === 304) return answer;
  const marked = new Response(answer.body, answer);
  const { headers } = marked;
  headers.set('Cloudflare-CDN-Cache-Control', 'no-store');
  if (!headers.has('Cache-Control') && !headers.has('Expires'))
    headers.set('Cache-Control', 'private, no-cache');
  return marked;
}
