import { isReturnPath } from '../flow/request-checks.ts';

/**
 * Returns the URL of a login that leads back to a page that needs a session. @param path the page's path with its
 * query. `/` replaces a path that could lead to another origin.
 */
export const loginUrl = (path: string, origin: string): string =>
  `${origin}/auth/login?return_to=${encodeURIComponent(isReturnPath(path, origin) ? path : '/')}&required=Y`;
