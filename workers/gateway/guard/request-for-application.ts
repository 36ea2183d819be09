import { withoutBearerSecret } from '../sessions/presented-session.ts';
import { cookiesOfApplication } from './application-cookies.ts';

/** A request as the application may see it: without the gateway's own cookies, and without a session's secret as a bearer token. */
export function requestForApplication(request: Request): Request {
  const passed = new Request(withoutBearerSecret(request));
  const sent = request.headers.get('Cookie') ?? '';
  const cookies = cookiesOfApplication(sent);
  if (cookies === '') passed.headers.delete('Cookie');
  // Only an untouched header keeps the bytes that are no UTF-8.
  else if (cookies !== sent) passed.headers.set('Cookie', cookies);
  return passed;
}
