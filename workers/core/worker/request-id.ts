import { randomBytes, toHex } from '../../../packages/plid/crypto/bytes.ts';

/** The response header with the request id. */
export const requestIdHeader = 'X-Request-Id';

/** Length of a generated request id, in bytes. */
const length = 8;

/**
 * The id of a request, 16 hexadecimal digits: in its log lines, in its response, and on error pages, for support.
 * Cloudflare sets `CF-Ray` for each request and replaces a caller's value, so its own logs have the same id.
 * Elsewhere the id is random. No other header of a caller becomes an id.
 */
export function requestIdOf({ headers }: Request): string {
  const id = headers.get('CF-Ray')?.match(/^([0-9a-f]{16})(?:-[A-Z]{3})?$/)?.[1];
  return id ?? toHex(randomBytes(length));
}
