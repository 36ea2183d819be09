import * as v from 'valibot';

const format = /^\/[\w.~/-]*\*?$/;

/** The setting `PUBLIC_PATHS`: paths that need no session, separated by commas; one that ends with `*` means all that begin so. */
export const publicPathsSetting = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(',').map((path) => path.trim())),
  v.transform((paths) => paths.filter((path) => path !== '')),
  v.check(
    (paths) => paths.every((path) => format.test(path)),
    'needs paths separated by commas, such as /,/assets/*',
  ),
);

/** What servers read in different ways: `/assets/..%2fadmin` may well be `/admin` for the application. */
const ambiguous = /%2f|%5c|%2e|%25|%00|;|\\|\/\//i;

/** Whether a path needs no session. A path that could be read as another is not public. */
export function isPublic(pathname: string, paths: readonly string[]): boolean {
  if (ambiguous.test(pathname)) return false;
  return paths.some((path) =>
    path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path,
  );
}
