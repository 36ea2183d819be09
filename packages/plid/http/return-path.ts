/**
 * Reads a path that somebody else has named as the way to go on, such as `/orders?page=2`.
 * @param maxLength in characters. @returns the whole address, which no browser reads as another origin's; undefined for a path that leads, or could be read to lead, anywhere
 *   else, and for one that is too long.
 */
export function readReturnPath(path: string, origin: string, maxLength = 1_000): string | undefined {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) || path.length > maxLength) return undefined;
  if (!URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin);
  return url.origin === origin && !url.pathname.startsWith('//') ? url.href : undefined;
}
