import { randomBytes, toHex } from '../crypto/bytes.ts';

/** The response header with the request id. */
export const requestIdHeader = 'X-Request-Id';

/** Length of a generated request id, in bytes. */
const length = 8;

/**
 * Returns a request's id of 16 hexadecimal digits. For support, the id appears in log lines, in the response, and
 * on error pages. Cloudflare sets `CF-Ray` for each request and replaces a caller's value, so Cloudflare's own
 * logs have the same id. Elsewhere the id is random. No other header from a caller becomes an id.
 */
export function requestIdOf({ headers }: Request): string {
  const id = headers.get('CF-Ray')?.match(/^([0-9a-f]{16})(?:-[A-Z]{3})?$/)?.[1];
  return id ?? toHex(randomBytes(length));
}
