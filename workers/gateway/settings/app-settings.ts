import * as v from 'valibot';
import { isSecureAddress } from '../../core/http/secure-address.ts';
import { rateLimit } from '../../core/worker/rate-limit.ts';
import { listSetting } from './setting-types.ts';

/** App links, which use https, http on loopback, or a private-use scheme. */
const appLinksSetting = v.pipe(
  listSetting(),
  v.check(
    (links) => links.every(isAppLink),
    'needs links separated by commas, such as https://app.example.com/signed-in or com.example.app:/signed-in',
  ),
);

/**
 * Whether a text is an app link. The scheme is https or contains a dot (RFC 8252 §7.1), because no scheme that
 * runs scripts contains a dot. The length is limited because `state` contains the link.
 */
function isAppLink(link: string): boolean {
  if (!URL.canParse(link) || link.length > 128 || /[^\x21-\x7e]|[#\\]/.test(link)) return false;
  const url = new URL(link);
  if (url.username !== '' || url.password !== '') return false;
  return isSecureAddress(url) || /\./.test(url.protocol);
}

/** Settings for apps without a back end. */
export const appSettings = {
  /**
   * Links to which a callback may hand an app's sign-in: https, or a scheme that contains a dot.
   * Comma-separated.
   */
  APP_LINKS: appLinksSetting,
  /**
   * Requests to `POST /auth/login`, `POST /auth/session`, and `POST /auth/token`, per IP address (IPv6: /64).
   *
   * Browsers have a separate limit, so that apps and browsers can't use up each other's limits.
   */
  APP_LIMIT: rateLimit('1012', 300),
  /** Requests to `POST /auth/session` and `POST /auth/token` that call the service, per IPv6 /48. */
  APP_NETWORK_LIMIT: rateLimit('1013', 1_000),
  /**
   * As `APP_NETWORK_LIMIT`, for all addresses together, and as many again from addresses whose latest app
   * sign-in succeeded.
   */
  APP_TOTAL_LIMIT: rateLimit('1014', 3_000),
} as const;
