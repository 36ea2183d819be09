import { readReturnPath } from '../../../workers/core/http/return-path.ts';
import { isLoopback } from '../../../workers/core/http/secure-address.ts';
import type { Answered } from './answer-without-user.ts';
import { warn } from './developer-log.ts';

/** Parameter of an address to which the check has already redirected. A proxy may rewrite `Host` each time. */
const marker = 'plid_host';
/** Maximum length of an address that the check redirects to, in characters. */
const maxLength = 4_000;

/**
 * Creates the check of the host at which a browser starts a sign-in. The browser sends the sign-in's cookie only to
 * the host that set it, and the callback arrives at the host of `redirectUri`. If both are names of this machine, such
 * as `127.0.0.1` and `localhost`, the check redirects once to the name in `redirectUri`. Every other difference is
 * logged once, because proxies rewrite `Host`. @param page the callback's URL.
 */
export function hostCheck(page: URL): (request: Request) => Answered | undefined {
  let isLogged = false;

  function logOnce(host: string): void {
    if (isLogged) return;
    isLogged = true;
    warn(
      `a sign-in was started at the host ${host}, but redirectUri has the host ${page.host}. If a proxy rewrites the Host header, ignore this warning. Otherwise, open the site at ${page.host}.`,
    );
  }

  return (request) => {
    const asked = hostOf(request, page);
    if (asked === undefined || asked.host === page.host) return undefined;
    const location = isOtherLoopbackName(asked, page) ? addressAt(page, request) : undefined;
    if (location === undefined) return void logOnce(asked.host);
    const headers = { Location: location, 'Cache-Control': 'no-store' };
    return { type: 'answered', answer: new Response(null, { status: 303, headers }) };
  };
}

/** The origin that the browser named, if it is one. A server may put its own name into the request's URL. */
function hostOf({ headers, url }: Request, page: URL): URL | undefined {
  const host = headers.get('Host') ?? new URL(url).host;
  const origin = `${page.protocol}//${host}`;
  return /^[\w.:[\]-]{1,255}$/.test(host) && URL.canParse(origin) ? new URL(origin) : undefined;
}

/** Another port belongs to a proxy, whose address the browser has and this server doesn't know. */
const isOtherLoopbackName = (asked: URL, page: URL): boolean =>
  isLoopback(asked) && isLoopback(page) && asked.port === page.port;

/** @returns undefined if the request was redirected before, or can't be repeated. */
function addressAt({ origin }: URL, { method, url }: Request): string | undefined {
  const { pathname, search, searchParams } = new URL(url);
  if (method !== 'GET' || searchParams.has(marker)) return undefined;
  return readReturnPath(`${pathname}${search || '?'}${search && '&'}${marker}=1`, origin, maxLength);
}
