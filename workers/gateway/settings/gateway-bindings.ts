import type * as v from 'valibot';
import { subdomainsSetting } from '../../core/worker/common-headers.ts';
import { keyRingSetting } from '../../core/worker/key-settings.ts';
import { rateLimit } from '../../core/worker/rate-limit.ts';
import { binding, locationHintSetting, originSetting } from '../../core/worker/settings.ts';
import type { Flow } from '../objects/flow.ts';
import type { User } from '../objects/user.ts';
import type { appSettings } from './app-settings.ts';
import type { pageSettings } from './page-settings.ts';
import type { serviceSettings } from './service-settings.ts';
import type { sessionSettings } from './session-settings.ts';
import { yesNoSetting } from './setting-types.ts';

/**
 * Bindings and settings that many gateway workers share. Each worker selects the bindings and settings that it may
 * access. The settings for the service, sessions, apps, pages, and the guard are in separate tables, so that each
 * bundle contains only what it needs.
 */
export const bindings = {
  /**
   * Encrypts cookies, states, and identities. The first key encrypts, and all decrypt. Rotate it yearly and
   * after a leak.
   *
   * `id:base64,…`: see core/crypto/keys.ts.
   */
  KEYS: keyRingSetting,
  /**
   * Your host's origin, such as `https://shop.example.com`. The redirect URI at the service is this origin
   * followed by `/auth/callback`.
   */
  GATEWAY_ORIGIN: originSetting,
  /**
   * `Y`: browsers use only https for all subdomains for a year. If the service shares the host, use its value.
   *
   * The host belongs to the application or a whole company, so only the operator knows its subdomains.
   */
  HSTS_SUBDOMAINS: subdomainsSetting('N'),
  /**
   * `Y`: your pages can open the sign-in in a pop-up and receive its result.
   *
   * The pages use `window.opener` there.
   */
  POPUP: yesNoSetting('N'),
  SESSIONS: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  /**
   * KV namespace for the states of browsers' sign-ins.
   *
   * See flow/state-nonces.ts.
   */
  STATES: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  /**
   * Sign-ins remembered in KV, for all addresses together. Beyond it, sign-ins work, but aren't remembered.
   *
   * Unauthenticated requests cause these writes.
   */
  STATE_LIMIT: rateLimit('1011', 600),
  /**
   * Requests to `GET /auth/login`, `GET /auth/callback`, and `/auth/oidc/authorize`, per IP address (IPv6: /64).
   *
   * A carrier's users may share one address.
   */
  REQUEST_LIMIT: rateLimit('1010', 300),
  LOCATION_HINT: locationHintSetting,
  FLOW: binding<DurableObjectNamespace<Flow>>({ kind: 'durable_objects', class_name: 'Flow' }),
  USER: binding<DurableObjectNamespace<User>>({ kind: 'durable_objects', class_name: 'User' }),
} as const;

type Tables = typeof bindings &
  typeof serviceSettings &
  typeof sessionSettings &
  typeof appSettings &
  typeof pageSettings;

/** The bindings and settings after validation. */
export type Bindings = { [Name in keyof Tables]: v.InferOutput<Tables[Name]> };
