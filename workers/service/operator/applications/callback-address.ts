import * as v from 'valibot';
import { isSecureAddress } from '../../../core/http/secure-address.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as operatorRefusals from '../access/operator-refusals.ts';

const maxLength = 2_048;

/**
 * Query parameters that the authorization endpoint adds to a callback address. A registered address can't contain
 * them.
 */
const addedParameters = [
  'code',
  'state',
  'error',
  'error_description',
  'message',
  'plid_reason',
  'ui_locales',
  'iss',
  'plid_sign_in',
];

/**
 * The characters of RFC 3986 except `#` (starts a fragment) and `*` (looks like a wildcard). All are ASCII, so no
 * character is invisible or a look-alike.
 */
const plainCharacters = /^[\w\-.~:/?[\]@!$&'()+,;=%]+$/;

/** Hosts whose callback addresses may use `http`, in addition to loopback. A deployed service has none. */
let httpHosts: readonly string[] = [];

/**
 * Allows `http` callback addresses at further hosts, such as the names of containers. Only the local environment
 * calls this: no setting of a deployed service does.
 */
export function allowHttpCallbacksAt(hosts: readonly string[]): void {
  httpHosts = hosts;
}

/**
 * A callback address that may be registered: `https`, or `http` on loopback. It must be in normalized form,
 * because the service compares it as a string (§4.1) but browsers parse it. It is stored as sent. @throws
 * {ProtocolError} `unacceptable_callback`.
 */
export const callbackAddress = v.pipe(
  v.string(),
  v.transform((text) => {
    if (!isPlainAddress(text, httpHosts) || !hasPlainQuery(text))
      throw new ProtocolError(operatorRefusals.unacceptable_callback, { value: text.slice(0, maxLength) });
    return text;
  }),
);

/**
 * The address of an event receiver. It must be empty (no receiver) or meet the rules for callback addresses.
 * @throws {ProtocolError} `unacceptable_events`.
 */
export const receiverAddress = v.pipe(
  v.string(),
  v.transform((text) => {
    if (text !== '' && !isPlainAddress(text))
      throw new ProtocolError(operatorRefusals.unacceptable_events, { value: text.slice(0, maxLength) });
    return text;
  }),
);

function isPlainAddress(text: string, allowed: readonly string[] = []): boolean {
  if (text.length > maxLength || !plainCharacters.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isPlainSpelling = url.href === text || url.href === `${text}/`;
  const isSecure = isSecureAddress(url) || (url.protocol === 'http:' && allowed.includes(url.hostname));
  return isPlainSpelling && isSecure && url.username === '' && url.password === '';
}

function hasPlainQuery(text: string): boolean {
  const { searchParams } = new URL(text);
  return !text.endsWith('?') && !addedParameters.some((name) => searchParams.has(name));
}
