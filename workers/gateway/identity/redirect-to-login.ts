import { isReturnPath } from '../flow/request-checks.ts';

/** The address of a login that leads back to a page which needs a session. @param path of that page, with its query; one that could lead elsewhere is replaced by `/`. */
export const redirectToLogin = (path: string, origin: string): string =>
  `${origin}/auth/login?return_to=${encodeURIComponent(isReturnPath(path, origin) ? path : '/')}&required=Y`;
