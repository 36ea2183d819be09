/** The parts of a path that servers read in different ways: `/assets/..%2fadmin` may well be `/admin` for the application. */
const ambiguous = /%2f|%5c|%2e|%25|%3b|;|\\|\/\//i;
/** Controls; and what code pages of Windows write as `/` or `\`, which Unicode does not: ⁄ ∕ ∖ ¥ ₩. */
const ambiguousDecoded = /\p{Cc}|[\u2044\u2215\u2216\u00a5\u20a9]/u;

/** Overlong UTF-8 (`%c0%ae`) and `%u002e` do not decode; a wide `．` is a dot to servers that normalise (NFKC). 한글 stays, in any form. */
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

/** Whether a path needs no session. A path that could be read as another is not public. */
export function isPublic(pathname: string, paths: readonly string[]): boolean {
  if (isAmbiguous(pathname)) return false;
  return paths.some((path) =>
    path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path,
  );
}
