import { identitySettings } from '../../identity/identity-settings.ts';
import { yesNoSetting } from '../../settings/setting-types.ts';

/** The settings of `/auth/verify`. */
export const verifyEndpointSettings = {
  ...identitySettings,
  /**
   * `Y`: `/auth/verify` accepts CORS preflights without a session. Set it only if the proxy uses the request's
   * own method.
   *
   * A proxy can respond to preflights by itself.
   */
  VERIFY_PREFLIGHTS: yesNoSetting('N'),
  /** `Y`: `/auth/verify` also returns the `plid` in `X-Auth-Request-User`, an unsigned header. */
  VERIFY_USER_HEADER: yesNoSetting('N'),
} as const;
