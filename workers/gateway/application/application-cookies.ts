import { cookiePrefix } from '../../core/http/cookies.ts';

/**
 * Start of a gateway cookie, for a regular expression that ignores case. The proxies' examples
 * (docs/examples/forward-auth) contain the same pattern.
 */
export const gatewayCookiePattern = String.raw`[\s=]*(?:__(?:host|secure)-)?${cookiePrefix}`;
const gatewayCookie = new RegExp(`^${gatewayCookiePattern}`, 'i');
/**
 * Control characters, invisible characters, whitespace other than tab and space, and the replacement character for
 * bytes that aren't UTF-8.
 */
const unsafeCharacter = /[^\P{C}\t]|[^\P{Z} ]|\ufffd/u;

/**
 * A Cookie header without the gateway's cookies. The rest stays byte for byte. To browsers, Unicode white space is
 * part of a cookie name. An application that strips it would read `\u2000__Host-x` as `__Host-x`, which any sibling
 * host can set. Cookies with such characters or invalid UTF-8 in their name are dropped.
 *
 * If a cookie is dropped, the header is rewritten, and the runtime writes only UTF-8. Cookies with other bytes in
 * their value would arrive damaged and are dropped too.
 * @returns the same header if all cookies belong to the application.
 */
export function withoutGatewayCookies(header: string): string {
  const remaining = header.split(';').flatMap((piece) => {
    const rest = withoutGatewayCookie(piece);
    return rest === undefined || unsafeCharacter.test(rest.split('=', 1)[0] ?? '') ? [] : [rest];
  });
  if (remaining.join(';') === header) return header;
  const undamaged = remaining.filter((piece) => !piece.includes('\ufffd'));
  return undamaged.join(';').replace(/^[ \t]+/, '');
}

/**
 * Removes gateway cookies from a piece of a Cookie header. If a request has two Cookie headers, they arrive as one
 * header, joined by a comma. Gateway cookies contain no commas.
 * @returns undefined if nothing is left of the piece.
 */
function withoutGatewayCookie(piece: string): string | undefined {
  const parts = piece.split(',');
  const applicationParts = parts.filter(
    (part, index) => !gatewayCookie.test(part) || (index > 0 && !part.includes('=')),
  );
  return applicationParts.length === 0 ? undefined : applicationParts.join(',');
}
