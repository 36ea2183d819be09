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
  /** The links to which the callback may redirect an app's sign-in. */
  APP_LINKS: appLinksSetting,
  /**
   * Maximum number of requests per minute from apps at one address. Browsers have a separate limit, so that apps
   * and browsers can't use up each other's limits.
   */
  APP_LIMIT: rateLimit('1012', 300),
  /** Maximum number of calls to the service per minute for apps in one IPv6 /48. */
  APP_NETWORK_LIMIT: rateLimit('1013', 1_000),
  /**
   * Maximum number of calls to the service per minute for all apps at one Cloudflare location. Addresses whose last
   * sign-in succeeded have another share of this size.
   */
  APP_TOTAL_LIMIT: rateLimit('1014', 3_000),
} as const;
