import { ProtocolError } from './errors.ts';
import { isForm, readFormParameters } from './parameters.ts';
import * as refusals from './refusals.ts';

/** The token in `Authorization: Bearer` (RFC 6750 §2.1); undefined where it is missing or malformed. */
export const bearerToken = ({ headers }: Request): string | undefined =>
  headers.get('Authorization')?.match(/^bearer +([\w~+/.-]+=*)$/i)?.[1];

/** Like {@link bearerToken}. @throws {ProtocolError} `authentication_failed` if it is missing. */
export function readBearer(request: Request): string {
  const token = bearerToken(request);
  if (token === undefined) throw authenticationFailedError();
  return token;
}

/**
 * The token of a request for claims (OpenID Connect Core 1.0 §5.3.1): in `Authorization: Bearer`, or as `access_token` in the form of a POST
 * (RFC 6750 §2.2). Without credentials the challenge names no error (RFC 6750 §3.1).
 * @throws {ProtocolError} `authentication_failed` if there is none; `invalid_item` if it is sent in both ways.
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

/** The error for an invalid bearer token: 401 with a challenge (RFC 6750 §3). */
export const authenticationFailedError = () =>
  new ProtocolError(refusals.authentication_failed, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
