/** The headers that the gateway alone may set. Servers that read `_` as `-` must not be fooled either. */
const ours = /^plid[-_]|^x[-_](?:forwarded|original|rewrite)[-_]/i;
const ourCookie = /^(?:__Host-)?plid-/;

/**
 * Passes a request on to the application behind the gateway: to no other host, without the gateway's cookies, and
 * without the headers by which it would believe the sender to be somebody else.
 * @param application its origin. @param headers to add. @returns its answer, as it is; redirects are not followed.
 */
export function forward(
  request: Request,
  application: string,
  headers: Record<string, string>,
): Promise<Response> {
  const url = new URL(request.url);
  const target = new URL(application);
  target.pathname = url.pathname;
  target.search = url.search;
  const forwarded = new Request(target, request);
  for (const name of [...forwarded.headers.keys()]) if (ours.test(name)) forwarded.headers.delete(name);
  forwarded.headers.delete('Cookie');
  const cookies = (request.headers.get('Cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const theirs = cookies.filter((cookie) => cookie !== '' && !ourCookie.test(cookie));
  if (theirs.length > 0) forwarded.headers.set('Cookie', theirs.join('; '));
  const origin = { 'X-Forwarded-Host': url.host, 'X-Forwarded-Proto': url.protocol.slice(0, -1) };
  for (const [name, value] of Object.entries({ ...origin, ...headers })) forwarded.headers.set(name, value);
  return fetch(forwarded, { redirect: 'manual' });
}
