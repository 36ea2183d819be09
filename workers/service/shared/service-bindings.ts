import type * as v from 'valibot';
import { subdomainsSetting } from '../../core/worker/common-headers.ts';
import { keyRingSetting, numberedKeySetting } from '../../core/worker/key-settings.ts';
import { binding, locationHintSetting, originSetting } from '../../core/worker/settings.ts';
import type { Account } from '../objects/account.ts';
import type { Application } from '../objects/application.ts';
import type { Phone } from '../objects/phone.ts';
import type { PushedRequest } from '../objects/pushed-request.ts';
import type { Waiting } from '../objects/waiting.ts';
import { type EventKeysEntrypoint, eventKeySetting } from './event-keys.ts';
import type { SignerEntrypoint } from './signer-entrypoint.ts';

/** The bindings and settings of the service that are not a caller's token (operator-tokens.ts); each worker picks those that it may access. */
export const bindings = {
  /** `id:base64,…`: see core/crypto/keys.ts. */
  KEYS: keyRingSetting,
  /** Names the objects of phone numbers. Never rotated: with another key no number would find its object (phone-key.ts). */
  PHONE_KEY: numberedKeySetting,
  /** The service's own address, `{base_url}` of the specification. */
  BASE_URL: originSetting,
  /** Its host is its own, and the hosts below that, if any, are the operator's to speak for. */
  HSTS_SUBDOMAINS: subdomainsSetting('Y'),
  /** The region in which Durable Objects are made: near the people. One that exists stays where it is. */
  LOCATION_HINT: locationHintSetting,
  APPLICATIONS: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  APPLICATION: binding<DurableObjectNamespace<Application>>({
    kind: 'durable_objects',
    class_name: 'Application',
  }),
  ACCOUNT: binding<DurableObjectNamespace<Account>>({ kind: 'durable_objects', class_name: 'Account' }),
  /** Signs events for applications (`id:base64,…`: event-keys.ts). Without it there are no events. */
  EVENT_KEY: eventKeySetting,
  /** The public half of it, from the worker that holds it. */
  EVENT_KEYS: binding<EventKeysEntrypoint>({
    kind: 'services',
    service: 'service-objects',
    entrypoint: 'EventKeys',
  }),
  /** Signs with OPENID_KEY, which it alone holds (signer/signer-settings.ts). */
  SIGNER: binding<SignerEntrypoint>({ kind: 'services', service: 'service-signer', entrypoint: 'Signer' }),
  PHONE: binding<DurableObjectNamespace<Phone>>({ kind: 'durable_objects', class_name: 'Phone' }),
  /** The pushed requests that were used, of applications whose requests work once. */
  PUSHED_REQUEST: binding<DurableObjectNamespace<PushedRequest>>({
    kind: 'durable_objects',
    class_name: 'PushedRequest',
  }),
  /** The pages that wait for a phone. */
  WAITING: binding<DurableObjectNamespace<Waiting>>({ kind: 'durable_objects', class_name: 'Waiting' }),
} as const satisfies Record<string, v.GenericSchema>;
