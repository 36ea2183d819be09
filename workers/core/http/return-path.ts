/**
 * Validates a return path from a request, such as `/orders?page=2`. @param maxLength in characters.
 * @returns the whole URL; undefined if the path is too long or if a browser could interpret it as another origin.
 */
export function readReturnPath(path: string, origin: string, maxLength = 1_000): string | undefined {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) || path.length > maxLength) return undefined;
  if (!URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin);
  return url.origin === origin && !url.pathname.startsWith('//') ? url.href : undefined;
}
