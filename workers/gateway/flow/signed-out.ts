import { readCookie, writeCookie } from '../../core/http/cookies.ts';
import { signedOutLifetime } from '../shared/gateway-lifetimes.ts';

const cookie = 'plid-signed-out';

/** A Set-Cookie value: marks a browser after a log-out. */
export const signedOutCookie = (url: URL): string => writeCookie(url, cookie, 'Y', signedOutLifetime);

/** A Set-Cookie value: removes the mark after a sign-in. */
export const noSignedOutCookie = (url: URL): string => writeCookie(url, cookie, '', 0);

/** Whether a browser holds the mark. */
export const hasSignedOut = (request: Request): boolean => readCookie(request, cookie) !== undefined;

/**
 * Whether another site may have opened this page: after a log-out no link, popup or form of theirs may sign the person in
 * again. `none` is the address bar or a bookmark; a browser without Sec-Fetch-Site counts as another site.
 */
export function mayBeCrossSite({ headers }: Request): boolean {
  return !['same-origin', 'none'].includes(headers.get('Sec-Fetch-Site') ?? '');
}
