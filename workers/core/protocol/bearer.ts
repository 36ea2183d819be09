import { ProtocolError } from './errors.ts';
import { isForm, readFormParameters } from './parameters.ts';
import * as refusals from './refusals.ts';

/**
 * Returns the token in `Authorization: Bearer` (RFC 6750 §2.1), or undefined if the token is missing or malformed.
 */
export const bearerToken = ({ headers }: Request): string | undefined =>
  headers.get('Authorization')?.match(/^bearer +([\w~+/.-]+=*)$/i)?.[1];

/**
 * Returns the token like {@link bearerToken}, but requires a token. @throws {ProtocolError}
 * `authentication_failed` if the token is missing or malformed.
 */
export function readBearer(request: Request): string {
  const token = bearerToken(request);
  if (token === undefined) throw authenticationFailedError();
  return token;
}

/**
 * Returns the token from a request for claims (OpenID Connect Core 1.0 §5.3.1). The token is in `Authorization:
 * Bearer`, or in the field `access_token` of a POST form (RFC 6750 §2.2). If the request has no credentials, the
 * challenge names no error (RFC 6750 §3.1). @throws {ProtocolError} `authentication_failed` if there is no token,
 * or `invalid_item` if it's sent in both ways.
 */
export async function requireBearer(request: Request): Promise<string> {
  const header = bearerToken(request);
  const form = isForm(request) ? (await readFormParameters(request)).optional('access_token') : undefined;
  if (header !== undefined && form !== undefined)
    throw new ProtocolError(refusals.invalid_item, { item: 'access_token' });
  const token = header ?? form;
  if (token !== undefined) return token;
  throw new ProtocolError(refusals.authentication_failed, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** Creates the error for an invalid bearer token, which is a 401 with a challenge (RFC 6750 §3). */
export const authenticationFailedError = () =>
  new ProtocolError(refusals.authentication_failed, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
