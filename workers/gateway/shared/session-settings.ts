import * as v from 'valibot';
import { attributes } from '../../../packages/plid/protocol/user-record.ts';
import { minSessionLifetime } from './gateway-lifetimes.ts';
import { durationSetting, splitList } from './setting-kinds.ts';

/**
 * The attributes that a page may read of a user: all but the `ci`, which names a person for life,
 * at every service. With an empty list it reads only the `plid`.
 */
const sessionAttributesSetting = v.pipe(
  v.optional(v.string(), () => attributes.filter((attribute) => attribute !== 'ci').join(',')),
  v.transform(splitList),
  v.check(
    (items) => items.every((item) => attributes.some((attribute) => attribute === item)),
    `needs attributes separated by commas, of these: ${attributes.join(', ')}`,
  ),
  v.transform((items) => attributes.filter((attribute) => items.includes(attribute))),
);

/** The settings of sessions: how long they last, and which attributes of their user they show. */
export const sessionSettings = {
  /** How long a session lasts, in seconds. */
  SESSION_LIFETIME: durationSetting(43_200, minSessionLifetime),
  /** The attributes of a user in the answer of `/auth/session`, beside the `plid`. */
  SESSION_ATTRIBUTES: sessionAttributesSetting,
  /** How long KV's copy of a session counts as fresh, in seconds; the minimum of KV is 60. */
  SESSION_CACHE_LIFETIME: durationSetting(900, 60),
  /** How old that copy may be where the User object fails, in seconds; the session is then marked `stale`. 0 for never. */
  STALE_SESSION_LIFETIME: durationSetting(3_600, 0),
} as const;
