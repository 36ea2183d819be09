import * as v from 'valibot';
import { binding, originSetting } from '../../core/worker/settings.ts';
import { identitySettings } from '../identity/identity-settings.ts';
import type { GuardPagesEntrypoint } from '../shared/gateway-sealed-types.ts';
import { listSetting, yesNoSetting } from '../shared/setting-kinds.ts';

/** Paths that need no session; one that ends with `*` means all that begin so. */
const publicPathsSetting = v.pipe(
  listSetting(),
  v.check(
    (paths) => paths.every((path) => /^\/[\w.~/-]*\*?$/.test(path)),
    'needs paths separated by commas, such as /,/assets/*',
  ),
);

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
  ...identitySettings,
  /** The application behind the guard: an origin to which it passes requests on. */
  APPLICATION_URL: originSetting,
  /** Paths that need no session. */
  PUBLIC_PATHS: publicPathsSetting,
  /** Headers of a proxy in front of the gateway that tell who sends a request, and pass. */
  TRUSTED_HEADERS: trustedHeadersSetting,
  /** `N` refuses CORS preflights without a session instead of forwarding them to the application. */
  PREFLIGHTS: yesNoSetting('Y'),
  /** The login worker's entrypoint, for what people read of the guard. */
  GUARD_PAGES: binding<GuardPagesEntrypoint>({
    kind: 'services',
    service: 'gateway-login',
    entrypoint: 'GuardPages',
  }),
} as const;
