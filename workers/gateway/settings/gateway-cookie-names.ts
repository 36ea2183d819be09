import type { CookieName } from '../../core/http/cookies.ts';
import { languageCookie } from '../../core/http/remembered-language.ts';

/** Names of all cookies that the gateway sets. */
export const gatewayCookies = {
  /** The session token. */
  session: 'plid-session',
  /** Start of the name of a sign-in's cookie. The sign-in's `state` follows. */
  flow: 'plid-flow-',
  /** Mark of a browser that has signed out. */
  signedOut: 'plid-signed-out',
  /** The browser's id during the login of a relying party. */
  round: 'plid-round',
  /** The language that the user has chosen. */
  language: languageCookie,
} as const satisfies Record<string, CookieName>;
