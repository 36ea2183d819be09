import * as v from 'valibot';
import type { Context } from '../../core/worker/endpoint.ts';
import { pick } from '../../core/worker/settings.ts';
import { appSettings } from './app-settings.ts';
import { bindings } from './gateway-bindings.ts';
import { pageSettings } from './page-settings.ts';
import { serviceSettings } from './service-settings.ts';
import { sessionSettings } from './session-settings.ts';

/** Settings for completing sign-ins, both of browsers and of apps. */
export const schema = v.object({
  ...pick(bindings, 'KEYS', 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS', 'POPUP', 'SESSIONS', 'STATES'),
  ...pick(bindings, 'STATE_LIMIT', 'REQUEST_LIMIT', 'LOCATION_HINT', 'FLOW', 'USER'),
  ...pick(serviceSettings, 'SERVICE_URL', 'AUTHORIZE_PATH', 'TOKEN_PATH', 'USER_PATH', 'PKCE'),
  ...pick(serviceSettings, 'PAR', 'PAR_PATH', 'ISS_REQUIRED', 'EVENT_ISSUER'),
  ...pick(serviceSettings, 'SERVICE_TIMEOUT', 'CLIENT_ID', 'CLIENT_SECRET'),
  ...pick(sessionSettings, 'SESSION_LIFETIME', 'SESSION_ATTRIBUTES', 'SESSION_CACHE_LIFETIME'),
  ...pick(sessionSettings, 'STALE_SESSION_LIFETIME'),
  ...pick(appSettings, 'APP_LINKS', 'APP_LIMIT', 'APP_NETWORK_LIMIT', 'APP_TOTAL_LIMIT'),
  ...pageSettings,
});

export type CallbackContext = Context<v.InferOutput<typeof schema>>;
