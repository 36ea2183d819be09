import * as v from 'valibot';
import { isLoopback } from '../../core/http/cookies.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';

const maxLength = 2_048;

/** What authorize adds to the query of a callback address: one of the same name would make it ambiguous. */
const added = ['code', 'state', 'error', 'error_description', 'message'];

/** The characters of RFC 3986 but `#` (a fragment) and `*` (taken for a wildcard); none invisible, none look-alike. */
const plainAddress = /^https?:\/\/[\w\-.~:/?[\]@!$&'()+,;=%]+$/;

/**
 * A callback address as an application may register it: https, or http on loopback, and spelled as any program
 * would spell it after reading it, since authorize compares it as a string (§4.1) and a browser follows what it reads.
 * It is stored as it is given. @throws {ProtocolError} `unacceptable_callback`.
 */
export const callbackAddress = v.pipe(
  v.string(),
  v.transform((text) => {
    if (!isAcceptable(text))
      throw new ProtocolError('unacceptable_callback', { value: text.slice(0, maxLength) });
    return text;
  }),
);

function isAcceptable(text: string): boolean {
  if (text.length > maxLength || !plainAddress.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  const isPlainSpelling = url.href === text || url.href === `${text}/`;
  const isSecure = url.protocol === 'https:' || isLoopback(url);
  const isPlainQuery = !text.endsWith('?') && !added.some((name) => url.searchParams.has(name));
  return isPlainSpelling && isPlainQuery && isSecure && url.username === '' && url.password === '';
}
