import { identitySettings } from '../../identity/identity-settings.ts';
import { yesNoSetting } from '../../settings/setting-types.ts';

/** The settings of `/auth/verify`. */
export const verifyEndpointSettings = {
  ...identitySettings,
  /** `Y` lets CORS preflights through without a session. A proxy can respond to preflights by itself. */
  VERIFY_PREFLIGHTS: yesNoSetting('N'),
  /** `Y` also sends the plid in `X-Auth-Request-User`, an unsigned header. */
  VERIFY_USER_HEADER: yesNoSetting('N'),
} as const;
