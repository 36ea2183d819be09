import { ProtocolError } from './errors.ts';
import type { Parameters } from './parameters.ts';
import * as refusals from './refusals.ts';

/** Format of the service's client ids (§5). Other services may use other formats. */
export const clientIdFormat = /^[A-Za-z0-9]{20}$/;

interface ClientCredentials {
  client_id: string;
  client_secret: string;
}

/** Client credentials of a request. */
export interface PresentedCredentials extends ClientCredentials {
  sentIn: 'header' | 'fields';
}

const challenge = { 'WWW-Authenticate': 'Basic realm="plid", charset="UTF-8"' };

/**
 * Creates the error for failed client authentication (RFC 6749 §5.2). If the credentials were in the Authorization
 * header, the error is a 401 with a challenge. If the credentials were in form fields, the error is a 400 without
 * a challenge. With a challenge, Java and common libraries would hide the error from the client.
 */
export const badCredentialsError = (sentIn: PresentedCredentials['sentIn'] = 'header') =>
  sentIn === 'header'
    ? new ProtocolError(refusals.bad_credentials, { headers: challenge })
    : new ProtocolError(refusals.bad_client_fields);

const missingCredentialsError = () => new ProtocolError(refusals.missing_credentials, { headers: challenge });

/**
 * Returns the client credentials from HTTP Basic or from the fields `client_id` and `client_secret` (§5). Both may
 * be sent if they agree. An empty Authorization header counts as missing. @throws {ProtocolError}
 * `missing_credentials` if the credentials are missing, or `missing_client` if the Authorization header is missing
 * too. `bad_credentials` or `bad_client_fields` if the credentials are malformed or incomplete. `invalid_item` if
 * the header and the fields contain different values.
 */
export function readClientCredentials(request: Request, parameters: Parameters): PresentedCredentials {
  const basic = readBasic(request.headers.get('Authorization'));
  const client_id = agreed('client_id', basic?.client_id, parameters.optional('client_id'));
  const client_secret = agreed('client_secret', basic?.client_secret, parameters.optional('client_secret'));
  const sentIn = basic === undefined ? 'fields' : 'header';
  if (client_id === undefined) throw new ProtocolError(refusals.missing_client);
  if (client_id === '') throw missingCredentialsError();
  if (client_secret === undefined) throw badCredentialsError(sentIn);
  return { client_id, client_secret, sentIn };
}

/**
 * Returns the client credentials for an endpoint that accepts only HTTP Basic (§4.4). @throws {ProtocolError}
 * `bad_credentials` if they are malformed, or `missing_credentials` if they are missing.
 */
export function readBasicCredentials(request: Request): PresentedCredentials {
  const basic = readBasic(request.headers.get('Authorization'));
  if (!basic?.client_id) throw missingCredentialsError();
  return { ...basic, sentIn: 'header' };
}

function agreed(
  item: string,
  inHeader: string | undefined,
  inFields: string | undefined,
): string | undefined {
  if (inHeader !== undefined && inFields !== undefined && inHeader !== inFields) {
    throw new ProtocolError(refusals.invalid_item, { item });
  }
  return inHeader ?? inFields;
}

/**
 * Reads HTTP Basic credentials. According to RFC 6749 §2.3.1, clients percent-encode the id and the secret, but
 * most clients don't. Because ids and secrets contain no `%`, decoding is correct in both cases. @param header the
 * header's value, trimmed, as `Headers` returns it.
 */
function readBasic(header: string | null): ClientCredentials | undefined {
  if (!header) return undefined;
  const base64 = header.match(/^basic +([A-Za-z0-9+/]+=*)$/i)?.[1] ?? '';
  try {
    const pair = atob(base64);
    const colon = pair.indexOf(':');
    if (colon !== -1)
      return {
        client_id: decodeURIComponent(pair.slice(0, colon)),
        client_secret: decodeURIComponent(pair.slice(colon + 1)),
      };
  } catch {
    // Invalid Base64 or percent-encoding.
  }
  throw badCredentialsError();
}
