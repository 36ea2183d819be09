import { withoutSessionBearer } from '../sessions/session-token.ts';
import { withoutGatewayCookies } from './application-cookies.ts';
import { isForeignIdentityHeader } from './foreign-identity-headers.ts';

/**
 * Returns the request as the application may see it. The gateway's cookies, a session token sent as a bearer
 * token, and other proxies' identity headers are removed. @param trusted the identity headers that are forwarded.
 */
export function requestForApplication(request: Request, trusted: readonly string[]): Request {
  const cleaned = new Request(withoutSessionBearer(request));
  for (const name of [...cleaned.headers.keys()])
    if (isForeignIdentityHeader(name, trusted)) cleaned.headers.delete(name);
  const sent = request.headers.get('Cookie') ?? '';
  const cookies = withoutGatewayCookies(sent);
  if (cookies === '') cleaned.headers.delete('Cookie');
  // The Cookie header is set only if it changed, because only an unchanged header preserves bytes that aren't
  // UTF-8.
  else if (cookies !== sent) cleaned.headers.set('Cookie', cookies);
  return cleaned;
}
