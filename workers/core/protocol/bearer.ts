import { ProtocolError } from './errors.ts';
import * as refusals from './refusals.ts';

/** The token in `Authorization: Bearer` (RFC 6750 §2.1); undefined where it is missing or malformed. */
export const bearerToken = ({ headers }: Request): string | undefined =>
  headers.get('Authorization')?.match(/^bearer +([\w~+/.-]+=*)$/i)?.[1];

/** As {@link bearerToken}. @throws {ProtocolError} `authentication_failed` where there is none. */
export function readBearer(request: Request): string {
  const token = bearerToken(request);
  if (token === undefined) throw authenticationFailedError();
  return token;
}

/**
 * As {@link bearerToken}, at an endpoint of OpenID Connect: without credentials the challenge names no error (RFC 6750 §3.1).
 * @throws {ProtocolError} `authentication_failed` where there is none.
 */
export function readChallengedBearer(request: Request): string {
  const token = bearerToken(request);
  if (token !== undefined) return token;
  throw new ProtocolError(refusals.authentication_failed, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The refusal of a bearer token: 401 with a challenge (RFC 6750 §3). */
export const authenticationFailedError = () =>
  new ProtocolError(refusals.authentication_failed, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
