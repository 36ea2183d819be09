const ours = /^[\s=]*(?:__(?:host|secure)-)?plid-/i;
/** Controls, invisible characters and white space but for tab and blank; and what stands for bytes that are no UTF-8. */
const strange = /[^\P{C}\t]|[^\P{Z} ]|\ufffd/u;

/**
 * A Cookie header without the gateway's own cookies; everything else stays as it was sent, byte for byte. White space that only
 * Unicode knows is part of a name to a browser, and to an application that strips it `\u2000__Host-x` would be `__Host-x`, which
 * any neighbouring host can set: a cookie with such characters in its name is left out, or with bytes that are no UTF-8.
 *
 * If anything is left out, the header is written anew, and the runtime writes only UTF-8: a cookie with other bytes in its
 * value would arrive damaged, and is left out then as well.
 * @returns the header itself where all of it is the application's.
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

/** Two Cookie lines arrive as one, joined by a comma, which no value of ours holds. @returns undefined where nothing is left. */
function withoutOurs(piece: string): string | undefined {
  const parts = piece.split(',');
  const others = parts.filter((part, index) => !ours.test(part) || (index > 0 && !part.includes('=')));
  return others.length === 0 ? undefined : others.join(',');
}
