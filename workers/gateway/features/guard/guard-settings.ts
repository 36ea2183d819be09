import * as v from 'valibot';
import { binding, originSetting } from '../../../core/worker/settings.ts';
import { applicationSettings } from '../../application/application-settings.ts';
import { identitySettings } from '../../identity/identity-settings.ts';
import type { GuardPagesEntrypoint } from '../../settings/gateway-sealed-types.ts';
import { listSetting, yesNoSetting } from '../../settings/setting-types.ts';

/** Paths that need no session. A trailing `*` matches every path with that prefix. */
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
  /** Origin of the application behind the guard, to which requests are forwarded. */
  APPLICATION_URL: originSetting,
  /** Paths that need no session. */
  PUBLIC_PATHS: publicPathsSetting,
  /** `N` refuses CORS preflights without a session instead of forwarding them to the application. */
  PREFLIGHTS: yesNoSetting('Y'),
  /** The login worker's entrypoint for the guard's error pages. */
  GUARD_PAGES: binding<GuardPagesEntrypoint>({
    kind: 'services',
    service: 'gateway-login',
    entrypoint: 'GuardPages',
  }),
} as const;
