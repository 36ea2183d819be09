import { readCookie, writeCookie } from '../../../core/http/cookies.ts';
import { passkeyLifetime } from '../../settings/service-lifetimes.ts';
import type { AuthorizeContext } from '../../sign-in/settings/sign-in-settings.ts';

const cookieName = 'plid-passkey';

/** What the browser remembers: that the user was asked, or has created a passkey. It only decides what pages show. */
type Hint = 'asked' | 'created';

/** Returns undefined if no user of this browser was asked in the lifetime of a passkey. */
export function readHint({ request }: Pick<AuthorizeContext, 'request'>): Hint | undefined {
  const value = readCookie(request, cookieName);
  return value === 'asked' || value === 'created' ? value : undefined;
}

/** Returns the Set-Cookie value that forgets the hint, so that the browser is asked again. */
export const forgottenHint = ({ url }: Pick<AuthorizeContext, 'url'>): string =>
  writeCookie(url, cookieName, '', 0);

/** Returns the Set-Cookie value for a hint. */
export const hintCookie = ({ url }: Pick<AuthorizeContext, 'url'>, hint: Hint): string =>
  writeCookie(url, cookieName, hint, passkeyLifetime);
