/**
 * Parts of a path that servers interpret differently. For example, an application may read `/assets/..%2fadmin` as
 * `/admin`.
 */
const ambiguous = /%2f|%5c|%2e|%25|%3b|;|\\|\/\//i;
/** Control characters, and characters that Windows code pages map to `/` or `\`: ⁄ ∕ ∖ ¥ ₩. */
const ambiguousDecoded = /\p{Cc}|[\u2044\u2215\u2216\u00a5\u20a9]/u;

/**
 * Whether servers may disagree about how to interpret a path. A path that contains overlong UTF-8 (`%c0%ae`) or
 * `%u002e` can't be decoded and counts as ambiguous. Servers that normalize paths (NFKC) read a fullwidth `．` as a
 * dot. Korean is allowed in any Unicode normalization form.
 */
function isAmbiguous(pathname: string): boolean {
  if (ambiguous.test(pathname)) return true;
  try {
    const decoded = decodeURIComponent(pathname);
    const becomesAscii = (character: string) =>
      character > '\x7f' && /[\0-\x7f]/.test(character.normalize('NFKC'));
    return ambiguousDecoded.test(decoded) || [...decoded].some(becomesAscii);
  } catch {
    return true;
  }
}

/** Whether a path needs no session. A path that could be read as another path isn't public. */
export function isPublicPath(pathname: string, paths: readonly string[]): boolean {
  if (isAmbiguous(pathname)) return false;
  return paths.some((path) =>
    path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path,
  );
}
