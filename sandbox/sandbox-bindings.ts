import * as v from 'valibot';
import { bearerTokensSetting } from '../workers/core/worker/bearer-tokens.ts';
import { binding, originSetting, secretSetting } from '../workers/core/worker/settings.ts';
import { vendorAccountSettings } from './barocert/vendor-account-settings.ts';
import type { Directory } from './directory/index.ts';

/** The bindings and settings of the sandbox. */
export const schema = v.object({
  /** The service's origin. The sandbox calls the service's subscribers API there over HTTP. */
  BASE_URL: originSetting,
  /**
   * Token for the applications API, which returns an application's redirect URIs. If there are several tokens, the
   * first is used.
   */
  ADMIN_TOKEN: bearerTokensSetting(undefined),
  /** Token for the subscribers API. If there are several tokens, the first is used. */
  CARRIER_TOKEN: bearerTokensSetting('carrier'),
  /** The sandbox's origin, which serves the phones' pages. */
  SANDBOX_URL: originSetting,
  /**
   * For each of the sandbox's carriers, the token with which the service authenticates to the carrier over HTTP.
   */
  CARRIER_S_TOKEN: secretSetting,
  CARRIER_K_TOKEN: secretSetting,
  CARRIER_L_TOKEN: secretSetting,
  /** The account at the simulated Barocert API (sandbox/barocert/public-vendor-account.ts). */
  ...vendorAccountSettings,
  DIRECTORY: binding<DurableObjectNamespace<Directory>>({ kind: 'durable_objects', class_name: 'Directory' }),
});
export type Env = v.InferOutput<typeof schema>;
