/**
 * Sets the cache policy of an answer to somebody who is signed in. Its own policy stands for browsers. Without one, only the person's browser
 * may keep it, and asks before each use whether it has changed: an asset is not sent again, while a page of somebody who has logged out leads to
 * the login. (A guess at how long it stays fresh, which browsers make without a policy, would show it to the next person.)
 *
 * No cache of Cloudflare in front of the guard may keep it in either case: it would answer strangers, whom the guard never sees. A 304 stays
 * as it is, since its headers replace those of what is kept (RFC 9111 §4.3.4).
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
