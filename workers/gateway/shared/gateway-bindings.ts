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
import { yesNoSetting } from './setting-kinds.ts';

/**
 * The bindings and settings that many workers of the gateway have; each picks those that it may access. Bindings that fewer need stand in tables of
 * their own, so that a bundle holds no other: those of the service, of sessions, of apps, of pages, and of the guard.
 */
export const bindings = {
  /** `id:base64,…`: see core/crypto/keys.ts. */
  KEYS: keyRingSetting,
  /** The gateway's own address. Its callback, registered at the service, is this and `/auth/callback`. */
  GATEWAY_ORIGIN: originSetting,
  /** Its host is the application's, and often that of a whole company: only the operator knows what is below it. */
  HSTS_SUBDOMAINS: subdomainsSetting('N'),
  /** `Y` where pages open the login in a window of its own, and hear from there by `window.opener`. */
  POPUP: yesNoSetting('N'),
  SESSIONS: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  /** The sign-ins that browsers began (flow/state-nonces.ts). */
  STATES: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  /** How many of them are remembered at one location of Cloudflare: each is a write that a stranger may cause. */
  STATE_LIMIT: rateLimit('1011', 600),
  /** The limit for the browsers of one address at login and callback; an address may be a whole carrier's. */
  REQUEST_LIMIT: rateLimit('1010', 300),
  /** The region in which Durable Objects are made: near the users. One that exists stays where it is. */
  LOCATION_HINT: locationHintSetting,
  FLOW: binding<DurableObjectNamespace<Flow>>({ kind: 'durable_objects', class_name: 'Flow' }),
  USER: binding<DurableObjectNamespace<User>>({ kind: 'durable_objects', class_name: 'User' }),
} as const;

type Tables = typeof bindings &
  typeof serviceSettings &
  typeof sessionSettings &
  typeof appSettings &
  typeof pageSettings;

/** The bindings as a worker sees them once they are checked. */
export type Bindings = { [Name in keyof Tables]: v.InferOutput<Tables[Name]> };
