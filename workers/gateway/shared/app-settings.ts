import * as v from 'valibot';
import { isSecureAddress } from '../../../packages/plid/http/secure-address.ts';
import { rateLimit } from '../../core/worker/rate-limit.ts';
import { listSetting } from './setting-kinds.ts';

/** Links of applications: https, http on loopback, or a scheme of an application's own. */
const appLinksSetting = v.pipe(
  listSetting(),
  v.check(
    (links) => links.every(isAppLink),
    'needs links separated by commas, such as https://app.example.com/signed-in or com.example.app:/signed-in',
  ),
);

/** Its scheme is https or holds a dot (RFC 8252 §7.1), which none that runs script does; it is short, since `state` carries it. */
function isAppLink(link: string): boolean {
  if (!URL.canParse(link) || link.length > 128 || /[^\x21-\x7e]|[#\\]/.test(link)) return false;
  const url = new URL(link);
  if (url.username !== '' || url.password !== '') return false;
  return isSecureAddress(url) || /\./.test(url.protocol);
}

/** The settings of apps that have no server of their own. */
export const appSettings = {
  /** The links to which the callback may redirect an application's sign-in. */
  APP_LINKS: appLinksSetting,
  /** The limit for the apps of one address; it is counted apart, so that apps and browsers cannot use up each other's. */
  APP_LIMIT: rateLimit('1012', 300),
  /** How often the service is called for the apps of one IPv6 /48. */
  APP_NETWORK_LIMIT: rateLimit('1013', 1_000),
  /** And for all apps, at one location of Cloudflare; as often again for the addresses whose last sign-in succeeded. */
  APP_TOTAL_LIMIT: rateLimit('1014', 3_000),
} as const;
