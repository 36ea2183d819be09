import { randomBytes, toHex } from '../../../packages/plid/crypto/bytes.ts';

/** The header that names the request in every answer. */
export const requestIdHeader = 'X-Request-Id';

/** Length of a request id that is made here, in bytes. */
const length = 8;

/**
 * The id of a request, 16 hexadecimal digits: in every line of its log, in its answer, and on the page of an error, so that a person
 * can read it to the support. Cloudflare's edge names each request in `CF-Ray` and replaces what a caller sends there; its own
 * logs have the same id. Elsewhere a request gets a random one. No other header of a caller becomes an id.
 */
export function requestIdOf({ headers }: Request): string {
  const id = headers.get('CF-Ray')?.match(/^([0-9a-f]{16})(?:-[A-Z]{3})?$/)?.[1];
  return id ?? toHex(randomBytes(length));
}
