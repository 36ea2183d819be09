import { isReturnPath } from '../flow/request-checks.ts';

/**
 * Returns the page of an origin whose form was submitted, as a path with its query. Returns `/` if the browser doesn't
 * send a Referer, or if the page has another origin.
 */
export function pageBefore({ headers }: Request, origin: string): string {
  const referrer = headers.get('Referer') ?? '';
  if (!URL.canParse(referrer)) return '/';
  const page = new URL(referrer);
  const path = page.pathname + page.search;
  return page.origin === origin && isReturnPath(path, origin) ? path : '/';
}
