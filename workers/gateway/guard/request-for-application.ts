import { withoutBearerSecret } from '../sessions/session-token.ts';
import { cookiesOfApplication } from './application-cookies.ts';
import { isForeignIdentity } from './foreign-identity-headers.ts';

/**
 * The request as the application may see it: without the gateway's cookies, a session secret as bearer token, and
 * identity headers of other proxies.
 * @param trusted the identity headers that are forwarded.
 */
export function requestForApplication(request: Request, trusted: readonly string[]): Request {
  const passed = new Request(withoutBearerSecret(request));
  for (const name of [...passed.headers.keys()])
    if (isForeignIdentity(name, trusted)) passed.headers.delete(name);
  const sent = request.headers.get('Cookie') ?? '';
  const cookies = cookiesOfApplication(sent);
  if (cookies === '') passed.headers.delete('Cookie');
  // Only an unchanged header keeps bytes that aren't UTF-8.
  else if (cookies !== sent) passed.headers.set('Cookie', cookies);
  return passed;
}
