import * as v from 'valibot';
import { isSecureAddress } from '../../../core/http/secure-address.ts';

/** The links to carrier apps that pages may contain, as listed by the operator. */
export interface PhoneAppLinks {
  /** Schemes with a trailing colon, such as `tauthlink:`. */
  schemes: readonly string[];
  /** Origins, such as `https://app.example.com`. */
  origins: readonly string[];
  /** Android packages that an `intent:` may name. */
  packages: readonly string[];
}

/**
 * Schemes that the operator's list can't allow by their name. They run scripts, read device data, or call a
 * number, or their target can be checked only by host or package.
 */
const refusedSchemes = new Set(
  'javascript vbscript data file blob filesystem about view-source content android-app http https ws wss ftp intent package tel sms mailto'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);
const packagePrefix = 'package:';
const packageFormat = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/;

const isScheme = (entry: string) => /^[a-z][a-z\d+.-]*:$/.test(entry) && !refusedSchemes.has(entry);
const isOrigin = (entry: string) =>
  !entry.includes('*') &&
  URL.canParse(entry) &&
  new URL(entry).origin === entry &&
  isSecureAddress(new URL(entry));
const packageIn = (entry: string) =>
  entry.startsWith(packagePrefix) && packageFormat.test(entry.slice(packagePrefix.length));

const example = 'such as tauthlink:, https://app.example.com, package:com.example.app';

/**
 * The setting `PHONE_APP_LINKS`: schemes, origins, and packages, separated by commas. Without it, pages contain no
 * links from carriers.
 */
export const phoneAppLinksSetting = v.optional(
  v.pipe(
    v.string(`needs a list separated by commas, ${example}`),
    v.transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    ),
    v.check(
      (entries) => entries.every((entry) => [isScheme, isOrigin, packageIn].some((is) => is(entry))),
      `needs a comma-separated list of schemes (with their colon), origins (without a path), and packages, ${example}. Web addresses are allowed by host, and intents by package. Schemes that run or read something in the browser are never allowed`,
    ),
    v.transform(
      (entries): PhoneAppLinks => ({
        schemes: entries.filter(isScheme),
        origins: entries.filter(isOrigin),
        packages: entries.filter(packageIn).map((entry) => entry.slice(packagePrefix.length)),
      }),
    ),
  ),
);

/**
 * Returns whether a link leads to a web page, which may show an app or open one. Other links can only open an app.
 */
export const isWebLink = (link: string): boolean => /^https?:/.test(link);

/**
 * Checks a link from a carrier before a page contains it.
 * @returns the normalized link, or undefined if it isn't in the operator's list.
 */
export function allowedLink(links: PhoneAppLinks | undefined, address: string): string | undefined {
  if (links === undefined || !URL.canParse(address)) return undefined;
  const { href, protocol } = new URL(address);
  const isAllowed = protocol === 'intent:' ? isAllowedIntent(links, href) : isListed(links, href);
  return isAllowed ? href : undefined;
}

/** Returns whether an address is in the list, by its scheme or, for a web page, by its origin. */
function isListed({ schemes, origins }: PhoneAppLinks, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, origin, username, password } = new URL(address);
  if (!isWebLink(address)) return schemes.includes(protocol);
  return origins.includes(origin) && username === '' && password === '';
}

/** Allowed fields of an intent, in addition to the field for its fallback page. */
const intentFields: Record<string, RegExp> = {
  scheme: /^[a-z][a-z\d+.-]*$/,
  package: packageFormat,
  action: /^android\.intent\.action\.VIEW$/,
  category: /^android\.intent\.category\.BROWSABLE$/,
};
const fallbackField = 'S.browser_fallback_url';

/**
 * Checks an Android intent: `intent:<address without its scheme>#Intent;scheme=…;package=…;end`. Scheme and
 * package are required and checked. Fields that specify an app's component or contain data are rejected.
 * Backslashes are also rejected, because browsers and Android read them differently.
 */
function isAllowedIntent(links: PhoneAppLinks, href: string): boolean {
  const [, rest = '', written] = /^intent:([^#\\]*)#Intent;((?:[^;#]+;)+)end;?$/.exec(href) ?? [];
  if (written === undefined) return false;
  const pairs = written.split(';').slice(0, -1).map(readField);
  const { [fallbackField]: fallback, ...fields } = Object.fromEntries(pairs);
  return (
    new Set(pairs.map(([name]) => name)).size === pairs.length &&
    Object.entries(fields).every(
      ([name, value]) => Object.hasOwn(intentFields, name) && intentFields[name]?.test(value),
    ) &&
    links.packages.includes(fields.package ?? '') &&
    isListed(links, `${fields.scheme}:${rest}`) &&
    (fallback === undefined || isAllowedFallback(links, fallback))
  );
}

const readField = (field: string): [string, string] => {
  const [name = '', value = ''] = field.split(/=(.*)/s, 2);
  return [name, value];
};

/** Returns whether an intent may name this fallback page. @param encoded the page's address, percent-encoded. */
function isAllowedFallback(links: PhoneAppLinks, encoded: string): boolean {
  try {
    const address = decodeURIComponent(encoded);
    return isWebLink(address) && isListed(links, address);
  } catch {
    return false;
  }
}
