import { readCookie, writeCookie } from '../../core/http/cookies.ts';
import { signedOutLifetime } from '../shared/gateway-lifetimes.ts';

const cookie = 'plid-signed-out';

/** A Set-Cookie value: marks a browser in which somebody has logged out. */
export const signedOutCookie = (url: URL): string => writeCookie(url, cookie, 'Y', signedOutLifetime);

/** A Set-Cookie value: somebody has signed in there since. */
export const noSignedOutCookie = (url: URL): string => writeCookie(url, cookie, '', 0);

/** Whether a browser holds the mark. */
export const hasSignedOut = (request: Request): boolean => readCookie(request, cookie) !== undefined;

/**
 * Whether another site may have opened this page: after a log-out no link, popup or form of theirs may sign the person in
 * again. `none` is the address bar or a bookmark; a browser that says nothing counts as another site.
 */
export function mayComeFromElsewhere({ headers }: Request): boolean {
  return !['same-origin', 'none'].includes(headers.get('Sec-Fetch-Site') ?? '');
}
