const ours = /^[\s=]*(?:__(?:host|secure)-)?plid-/i;
/**
 * Control characters, invisible characters, white space other than tab and space, and the replacement character for
 * bytes that aren't UTF-8.
 */
const strange = /[^\P{C}\t]|[^\P{Z} ]|\ufffd/u;

/**
 * A Cookie header without the gateway's cookies. The rest stays byte for byte. To browsers, Unicode white space is
 * part of a cookie name. An application that strips it would read `\u2000__Host-x` as `__Host-x`, which any sibling
 * host can set. Cookies with such characters or invalid UTF-8 in their name are dropped.
 *
 * If a cookie is dropped, the header is rewritten, and the runtime writes only UTF-8. Cookies with other bytes in
 * their value would arrive damaged and are dropped too.
 * @returns the same header if all cookies belong to the application.
 */
export function cookiesOfApplication(header: string): string {
  const kept = header.split(';').flatMap((piece) => {
    const rest = withoutOurs(piece);
    return rest === undefined || strange.test(rest.split('=', 1)[0] ?? '') ? [] : [rest];
  });
  if (kept.join(';') === header) return header;
  const whole = kept.filter((piece) => !piece.includes('\ufffd'));
  return whole.join(';').replace(/^[ \t]+/, '');
}

/**
 * Two Cookie lines arrive as one, joined by a comma, which no gateway cookie contains. @returns undefined if
 * nothing is left.
 */
function withoutOurs(piece: string): string | undefined {
  const parts = piece.split(',');
  const others = parts.filter((part, index) => !ours.test(part) || (index > 0 && !part.includes('=')));
  return others.length === 0 ? undefined : others.join(',');
}
