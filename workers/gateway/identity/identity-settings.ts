import * as v from 'valibot';
import { binding, originSetting, secret, secretAdvice, secretSetting } from '../../core/worker/settings.ts';
import type { GatewayEntrypoint } from '../settings/gateway-sealed-types.ts';
import { listSetting } from '../settings/setting-types.ts';

/** One key, or two keys separated by a comma during a rotation. The first key signs, and verifiers accept both. */
const identityKeysSetting = v.pipe(
  v.string(secretAdvice),
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
  if (keys.length > 2) return 'contains more than two comma-separated keys';
  return new Set(keys).size === keys.length ? undefined : 'contains the same key twice';
}

/** A list of origins, or `*` for all origins. */
const trustedOriginsSetting = v.pipe(
  listSetting(),
  v.check(
    (origins) => origins.every((origin) => origin === '*' || isPlainOrigin(origin)),
    'needs origins separated by commas, such as https://www.example.com: https, without a path or trailing slash; or * for all',
  ),
);

/**
 * Whether a text is an origin without a wildcard. Browsers send complete hosts, so a wildcard in an origin would
 * never match.
 */
const isPlainOrigin = (text: string) => !text.includes('*') && v.is(originSetting, text);

/** The settings that the guard and `/auth/verify` share. */
export const identitySettings = {
  /**
   * Key that signs `Plid-Identity`, shared with your application. During a rotation it contains two keys. Guard
   * and `/auth/verify` only.
   */
  IDENTITY_KEY: identityKeysSetting,
  /**
   * Origins whose pages may send changes and open WebSockets with the user's cookie, comma-separated, or `*` for
   * all.
   */
  TRUSTED_ORIGINS: trustedOriginsSetting,
  /** The session worker's entrypoint. */
  GATEWAY: binding<GatewayEntrypoint>({
    kind: 'services',
    service: 'gateway-session',
    entrypoint: 'Gateway',
  }),
} as const;
