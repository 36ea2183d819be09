import { parseCookie, stringifySetCookie } from 'cookie';

/** Whether an address is this machine, where plain http is allowed. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

/** `__Host-` everywhere but on loopback http, where Safari refuses such cookies. */
function cookieName(url: URL, name: string): string {
  return url.protocol === 'https:' ? `__Host-${name}` : name;
}

/** All cookies of ours whose name begins with `prefix`, by the rest of their names. */
export function readCookies(request: Request, prefix: string): Map<string, string> {
  const full = cookieName(new URL(request.url), prefix);
  const found = Object.entries(parseCookie(request.headers.get('Cookie') ?? ''));
  return new Map(
    found.flatMap(([name, value]) =>
      name.startsWith(full) && value !== undefined ? [[name.slice(full.length), value] as const] : [],
    ),
  );
}

/** The value of one cookie of ours, or undefined. */
export function readCookie(request: Request, name: string): string | undefined {
  return readCookies(request, name).get('');
}

/** A Set-Cookie value: host-only, HttpOnly, SameSite=Lax. @param maxAge in seconds; 0 removes the cookie. */
export function writeCookie(url: URL, name: string, value: string, maxAge: number): string {
  return stringifySetCookie({
    name: cookieName(url, name),
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    secure: url.protocol === 'https:',
    sameSite: 'lax',
  });
}
