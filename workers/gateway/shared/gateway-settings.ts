import * as v from 'valibot';
import { attributes } from '../../../packages/plid/protocol/user-record.ts';
import { isSecureAddress } from '../../core/http/secure-address.ts';
import { originSetting, secret, secretSetting } from '../../core/worker/settings.ts';

/** The settings of the gateway that need more than core/worker/settings.ts has; bindings.ts says what each is for. */

/** Of another operator, so that nothing but what §2.2 needs of it is asked: 16 characters that are one byte each. */
export const clientSecretSetting = v.pipe(
  v.string('is not set; set it with: wrangler secret put'),
  v.check((value) => value.trim() === value, 'begins or ends with white space; set it again without'),
  v.regex(/^[\x21-\x7e]{16,}$/, 'needs at least 16 printable ASCII characters, as the service issued it'),
  v.metadata(secret('issued')),
);

/** One key, or two separated by a comma while it is rotated: the first signs, and whoever verifies accepts both. */
export const identityKeysSetting = v.pipe(
  v.string('is not set; set it with: wrangler secret put'),
  v.rawTransform<string, readonly string[]>(({ dataset, addIssue, NEVER }) => {
    const keys = dataset.value.split(',');
    const fault = faultOfIdentityKeys(keys);
    if (fault === undefined) return keys;
    addIssue({ message: fault });
    return NEVER;
  }),
  v.metadata(secret('hex')),
);

function faultOfIdentityKeys(keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const result = v.safeParse(secretSetting, key);
    if (!result.success) return result.issues[0].message;
  }
  if (keys.length > 2) return 'holds more than two keys; a comma separates them';
  return new Set(keys).size === keys.length ? undefined : 'holds the same key twice';
}

export const clientIdSetting = v.pipe(
  v.string('is not set; it needs the client id that the service issued'),
  v.regex(/^[\x21-\x39\x3b-\x7e]+$/, 'needs the client id that the service issued, without white space'),
);

/** The specification's `{base_url}` may hold a path; here it belongs into the settings of the four paths. */
export const serviceUrlSetting = v.pipe(
  v.string('is not set; it needs the origin of the login service, such as https://login.example.com'),
  v.check(
    (url) => !URL.canParse(url) || new URL(url).pathname === '/',
    'needs an origin without a path; put the path in front of AUTHORIZE_PATH, TOKEN_PATH, USER_PATH, DISCONNECT_PATH',
  ),
  originSetting,
);

/** Any address, with a path or without: it is compared, not called. */
export const eventIssuerSetting = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (url) => /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url),
      'needs the iss of the events, such as https://login.example.com',
    ),
  ),
);

export const pathSetting = (defaultValue: string) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^\/[\w.~-]+(?:\/[\w.~-]+)*$/, `needs a path such as ${defaultValue}`)),
    defaultValue,
  );

const integerSetting = (unit: string, defaultValue: number, min: number, max: number) =>
  v.optional(
    v.pipe(
      v.union([v.string(), v.number()], `needs a whole number of ${unit}`),
      v.transform(String),
      v.regex(/^\d+$/, `needs a whole number of ${unit}`),
      v.transform(Number),
      v.minValue(min, `needs at least ${min} ${unit}`),
      v.maxValue(max, `needs at most ${max} ${unit}`),
    ),
    defaultValue,
  );

/** In seconds. */
export const durationSetting = (defaultValue: number, min: number, max = 31_536_000) =>
  integerSetting('seconds', defaultValue, min, max);

/** After how many days a user who was not seen is deleted. */
export const retentionSetting = integerSetting('days', 365, 1, 36_500);

/** What stands in a setting between commas. */
const listSetting = v.pipe(v.optional(v.string(), ''), v.transform(splitList));

function splitList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

/**
 * What a page may read of a user: all but the `ci`, which names a person for life, and everywhere. An empty one tells the `plid` alone.
 */
export const sessionAttributesSetting = v.pipe(
  v.optional(v.string(), () => attributes.filter((attribute) => attribute !== 'ci').join(',')),
  v.transform(splitList),
  v.check(
    (items) => items.every((item) => attributes.some((attribute) => attribute === item)),
    `needs attributes separated by commas, of these: ${attributes.join(', ')}`,
  ),
  v.transform((items) => attributes.filter((attribute) => items.includes(attribute))),
);

/** Paths that need no session; one that ends with `*` means all that begin so. */
export const publicPathsSetting = v.pipe(
  listSetting,
  v.check(
    (paths) => paths.every((path) => /^\/[\w.~/-]*\*?$/.test(path)),
    'needs paths separated by commas, such as /,/assets/*',
  ),
);

/** Origins, or `*` for all. */
export const trustedOriginsSetting = v.pipe(
  listSetting,
  v.check(
    (origins) => origins.every((origin) => origin === '*' || isPlainOrigin(origin)),
    'needs origins separated by commas, such as https://www.example.com: https, no path, no slash at the end; or * for all',
  ),
);

/** Part of a host is none: a browser names it whole. */
const isPlainOrigin = (text: string) => !text.includes('*') && v.is(originSetting, text);

/** Names of headers, in small letters. */
export const trustedHeadersSetting = v.pipe(
  listSetting,
  v.check(
    (names) => names.every((name) => /^[\w-]+$/.test(name)),
    'needs names of headers separated by commas, such as Cf-Access-Jwt-Assertion',
  ),
  v.transform((names) => names.map((name) => name.toLowerCase())),
);

/** Links of applications: https, http on loopback, or a scheme of an application's own. */
export const appLinksSetting = v.pipe(
  listSetting,
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
