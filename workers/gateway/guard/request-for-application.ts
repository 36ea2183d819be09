import { withoutBearerSecret } from '../sessions/session-token.ts';
import { cookiesOfApplication } from './application-cookies.ts';
import { isForeignIdentity } from './foreign-identity-headers.ts';

/**
 * A request as the application may see it: without the gateway's own cookies, without a session's secret as a bearer token, and
 * without headers in which other proxies say who sends it.
 * @param trusted those of these headers that pass.
 */
export function requestForApplication(request: Request, trusted: readonly string[]): Request {
  const passed = new Request(withoutBearerSecret(request));
  for (const name of [...passed.headers.keys()])
    if (isForeignIdentity(name, trusted)) passed.headers.delete(name);
  const sent = request.headers.get('Cookie') ?? '';
  const cookies = cookiesOfApplication(sent);
  if (cookies === '') passed.headers.delete('Cookie');
  // Only an untouched header keeps the bytes that are no UTF-8.
  else if (cookies !== sent) passed.headers.set('Cookie', cookies);
  return passed;
}
