import * as v from 'valibot';
import { binding, originSetting } from '../../../core/worker/settings.ts';
import { applicationSettings } from '../../application/application-settings.ts';
import { identitySettings } from '../../identity/identity-settings.ts';
import type { GuardPagesEntrypoint } from '../../settings/gateway-sealed-types.ts';
import { listSetting, yesNoSetting } from '../../settings/setting-types.ts';

/** A trailing `*` matches every path with that prefix. */
const publicPathsSetting = v.pipe(
  listSetting(),
  v.check(
    (paths) => paths.every((path) => /^\/[\w.~/-]*\*?$/.test(path)),
    'needs paths separated by commas, such as /,/assets/*',
  ),
);

/** Settings of the guard. */
export const guardSettings = {
  ...identitySettings,
  ...applicationSettings,
  /** Your application's origin, to which requests are forwarded. Guard only. */
  APPLICATION_URL: originSetting,
  /** Paths that need no sign-in, comma-separated, such as `/,/assets/*`. Guard only. */
  PUBLIC_PATHS: publicPathsSetting,
  /** `N`: refuses CORS preflights without a session instead of forwarding them. Guard only. */
  PREFLIGHTS: yesNoSetting('Y'),
  /** The login worker's entrypoint for the guard's error pages. */
  GUARD_PAGES: binding<GuardPagesEntrypoint>({
    kind: 'services',
    service: 'gateway-login',
    entrypoint: 'GuardPages',
  }),
} as const;
