import * as v from 'valibot';
import { bearerTokensSetting } from '../workers/core/worker/bearer-tokens.ts';
import { binding, originSetting, secretSetting } from '../workers/core/worker/settings.ts';
import type { Directory } from './directory/index.ts';

/** The bindings and settings of the sandbox. */
export const schema = v.object({
  /** The service's own address: the sandbox calls its subscribers API over HTTP. */
  BASE_URL: originSetting,
  /** Of the applications API, which says where an application's callback is. Of several it sends the first. */
  ADMIN_TOKEN: bearerTokensSetting('admin'),
  /** Likewise, of the subscribers API. */
  CARRIER_TOKEN: bearerTokensSetting('carrier'),
  /** The address of the sandbox itself, at which its phones are. */
  SANDBOX_URL: originSetting,
  /** The token by which the service is known to each carrier of the sandbox over HTTP. */
  CARRIER_S_TOKEN: secretSetting,
  CARRIER_K_TOKEN: secretSetting,
  CARRIER_L_TOKEN: secretSetting,
  DIRECTORY: binding<DurableObjectNamespace<Directory>>({ kind: 'durable_objects', class_name: 'Directory' }),
});
export type Env = v.InferOutput<typeof schema>;
