import * as v from 'valibot';
import { binding, originSetting, secret, secretSetting } from '../../core/worker/settings.ts';
import type { GatewayEntrypoint, GuardPagesEntrypoint } from '../shared/gateway-values.ts';
import { listSetting, yesNoSetting } from '../shared/setting-kinds.ts';

/** One key, or two separated by a comma while it is rotated: the first signs, and whoever verifies accepts both. */
const identityKeysSetting = v.pipe(
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

/** Paths that need no session; one that ends with `*` means all that begin so. */
const publicPathsSetting = v.pipe(
  listSetting(),
  v.check(
    (paths) => paths.every((path) => /^\/[\w.~/-]*\*?$/.test(path)),
    'needs paths separated by commas, such as /,/assets/*',
  ),
);

/** Origins, or `*` for all. */
const trustedOriginsSetting = v.pipe(
  listSetting(),
  v.check(
    (origins) => origins.every((origin) => origin === '*' || isPlainOrigin(origin)),
    'needs origins separated by commas, such as https://www.example.com: https, no path, no slash at the end; or * for all',
  ),
);

/** Part of a host is none: a browser names it whole. */
const isPlainOrigin = (text: string) => !text.includes('*') && v.is(originSetting, text);

/** Names of headers, in small letters. */
const trustedHeadersSetting = v.pipe(
  listSetting(),
  v.check(
    (names) => names.every((name) => /^[\w-]+$/.test(name)),
    'needs names of headers separated by commas, such as Cf-Access-Jwt-Assertion',
  ),
  v.transform((names) => names.map((name) => name.toLowerCase())),
);

/** The settings of the guard: the application behind it, and the requests that it lets through. */
export const guardSettings = {
  /** The application behind the guard: an origin to which it passes requests on. */
  APPLICATION_URL: originSetting,
  /** Signs the identity that the guard sends to that application, which has the same setting. Two while it is rotated. */
  IDENTITY_KEY: identityKeysSetting,
  /** Paths that need no session. */
  PUBLIC_PATHS: publicPathsSetting,
  /** Origins whose pages may send what changes something, or open a WebSocket, in the name of a person; `*` for all. */
  TRUSTED_ORIGINS: trustedOriginsSetting,
  /** Headers of a proxy in front of the gateway that tell who sends a request, and pass. */
  TRUSTED_HEADERS: trustedHeadersSetting,
  /** `N` keeps CORS preflights away from an application that may answer only signed-in people. */
  PREFLIGHTS: yesNoSetting('Y'),
  /** The session worker's entrypoint, for the guard. */
  GATEWAY: binding<GatewayEntrypoint>({
    kind: 'services',
    service: 'gateway-session',
    entrypoint: 'Gateway',
  }),
  /** The login worker's entrypoint, for what people read of the guard. */
  GUARD_PAGES: binding<GuardPagesEntrypoint>({
    kind: 'services',
    service: 'gateway-login',
    entrypoint: 'GuardPages',
  }),
} as const;
