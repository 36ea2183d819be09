/**
 * The headers about a request that an application may believe from the gateway alone: who sends
 * it, from which address, to which host or path, with which method. CGI, WSGI and others read `_` as `-`.
 */
const forged = new Set([
  'forwarded',
  'client-ip',
  'true-client-ip',
  'fastly-client-ip',
  'remote-addr',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-host',
  'x-http-host-override',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);
const forgedFamily = /^(?:plid|x-forwarded|x-original|x-rewrite)(?:-|$)/;

function isForged(name: string): boolean {
  const spelled = name.toLowerCase().replaceAll('_', '-');
  // Cloudflare sets its own cf-… headers, so that only another spelling of them comes from the caller.
  const likeCloudflare = name.includes('_') && spelled.startsWith('cf-');
  return forged.has(spelled) || forgedFamily.test(spelled) || likeCloudflare;
}

/**
 * Passes a request on to the application behind the gateway: to no other host, without the gateway's cookies, and
 * without the headers that could forge who sent it.
 * @param application its origin. @param headers to add. @returns its answer, as it is; redirects are not followed.
 */
export function forward(
  request: Request,
  application: string,
  headers: Record<string, string>,
  init: RequestInit = {},
): Promise<Response> {
  const url = new URL(request.url);
  const forwarded = new Request(`${application}${url.pathname}${url.search}`, request);
  for (const name of [...forwarded.headers.keys()]) if (isForged(name)) forwarded.headers.delete(name);
  const cookies = cookiesOfApplication(request.headers.get('Cookie') ?? '');
  if (cookies === '') forwarded.headers.delete('Cookie');
  else forwarded.headers.set('Cookie', cookies);
  for (const [name, value] of Object.entries({ ...originOf(request, url), ...headers })) {
    forwarded.headers.set(name, value);
  }
  return fetch(forwarded, { ...init, redirect: 'manual' });
}

/** Where a request comes from and went to, in the headers that applications read. */
function originOf({ headers }: Request, url: URL): Record<string, string> {
  const caller = headers.get('CF-Connecting-IP');
  return {
    'X-Forwarded-Host': url.host,
    'X-Forwarded-Proto': url.protocol.slice(0, -1),
    ...(caller === null ? {} : { 'X-Forwarded-For': caller }),
  };
}

const ourCookie = /^(?:__(?:host|secure)-)?plid-/i;

/**
 * A Cookie header without the gateway's own cookies. Every other cookie is passed on as it is, or not at all: white space
 * that only Unicode knows is part of a name to a browser, and to an application that strips it `\u2000__Host-x` would be
 * `__Host-x`, which any neighbouring host can set. Names with such characters are dropped, and so is what is no UTF-8.
 */
export function cookiesOfApplication(header: string): string {
  return header
    .split(';')
    .map((cookie) => cookie.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((cookie) => {
      const [name = ''] = cookie.split('=');
      return (
        cookie !== '' &&
        !ourCookie.test(name) &&
        !/[^\P{C}\t]|[^\P{Z} ]/u.test(name) &&
        !/\ufffd/.test(cookie)
      );
    })
    .join('; ');
}
