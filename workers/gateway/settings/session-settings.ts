import * as v from 'valibot';
import { attributes } from '../../core/protocol/user-record.ts';
import { minSessionLifetime } from './gateway-lifetimes.ts';
import { durationSetting, splitList } from './setting-types.ts';

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
  /** Lifetime of a session in seconds, at least 600. */
  SESSION_LIFETIME: durationSetting(43_200, minSessionLifetime),
  /**
   * Attributes that `/auth/session` returns in addition to the `plid`, comma-separated. Default: all except
   * `ci`. Empty: only the `plid`.
   *
   * The `ci` identifies a user permanently at every service.
   */
  SESSION_ATTRIBUTES: sessionAttributesSetting,
  /**
   * Seconds for which KV's copy of a session counts as fresh, at least 60.
   *
   * The minimum is KV's own.
   */
  SESSION_CACHE_LIFETIME: durationSetting(900, 60),
  /**
   * Maximum age in seconds of KV's copy of a session that is used while the user's object fails. The session is
   * then marked `stale`. 0: never.
   */
  STALE_SESSION_LIFETIME: durationSetting(3_600, 0),
} as const;
