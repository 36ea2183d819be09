import { isReturnPath } from '../flow/request-checks.ts';

/**
 * The login URL that returns to a page which needs a session. @param path of that page, with its query; `/`
 * replaces a path that could lead to another origin.
 */
export const loginUrl = (path: string, origin: string): string =>
  `${origin}/auth/login?return_to=${encodeURIComponent(isReturnPath(path, origin) ? path : '/')}&required=Y`;
