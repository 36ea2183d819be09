import * as v from 'valibot';
import { attributes } from '../../core/protocol/user-record.ts';
import { minSessionLifetime } from './gateway-lifetimes.ts';
import { durationSetting, splitList } from './setting-types.ts';

/**
 * User attributes that pages may read. Default: all except the `ci`, which identifies a user permanently at every
 * service. With an empty list, pages read only the `plid`.
 */
const sessionAttributesSetting = v.pipe(
  v.optional(v.string(), () => attributes.filter((attribute) => attribute !== 'ci').join(',')),
  v.transform(splitList),
  v.check(
    (items) => items.every((item) => attributes.some((attribute) => attribute === item)),
    `needs a comma-separated list of these attributes: ${attributes.join(', ')}`,
  ),
  v.transform((items) => attributes.filter((attribute) => items.includes(attribute))),
);

/** Settings of sessions. */
export const sessionSettings = {
  /** Lifetime of a session, in seconds. */
  SESSION_LIFETIME: durationSetting(43_200, minSessionLifetime),
  /** User attributes in the response of `/auth/session`, in addition to the `plid`. */
  SESSION_ATTRIBUTES: sessionAttributesSetting,
  /** Time for which KV's copy of a session counts as fresh, in seconds. KV's minimum is 60. */
  SESSION_CACHE_LIFETIME: durationSetting(900, 60),
  /**
   * Maximum age, in seconds, of KV's copy of a session that is used while the User object fails. The session is
   * then marked `stale`. With 0, no copy is used.
   */
  STALE_SESSION_LIFETIME: durationSetting(3_600, 0),
} as const;
