import * as v from 'valibot';
import { identitySettings } from '../identity/identity-settings.ts';
import { listSetting } from '../settings/setting-types.ts';

/** Header names, in lower case. */
const trustedHeadersSetting = v.pipe(
  listSetting(),
  v.check(
    (names) => names.every((name) => /^[\w-]+$/.test(name)),
    'needs names of headers separated by commas, such as Cf-Access-Jwt-Assertion',
  ),
  v.transform((names) => names.map((name) => name.toLowerCase())),
);

/** Settings of requests to the application. */
export const applicationSettings = {
  TRUSTED_ORIGINS: identitySettings.TRUSTED_ORIGINS,
  /**
   * Identity headers of a proxy in front of the gateway, such as `Cf-Access-Jwt-Assertion`. All others are
   * dropped. Guard only.
   */
  TRUSTED_HEADERS: trustedHeadersSetting,
} as const;
