import type * as v from 'valibot';
import { accessRecordsBinding } from '../../audit/access-records-binding.ts';
import { subdomainsSetting } from '../../core/worker/common-headers.ts';
import { keyRingSetting, numberedKeySetting } from '../../core/worker/key-settings.ts';
import { binding, locationHintSetting, originSetting } from '../../core/worker/settings.ts';
import type { Account } from '../objects/account.ts';
import type { Application } from '../objects/application.ts';
import type { Disclosures } from '../objects/disclosures.ts';
import type { Phone } from '../objects/phone.ts';
import type { PushedRequest } from '../objects/pushed-request.ts';
import type { Waiting } from '../objects/waiting.ts';
import { disclosureSettings } from './disclosure-settings.ts';
import type { EventKeysEntrypoint } from './event-keys.ts';
import type { ReviewersEntrypoint } from './review-lookup.ts';
import type { SignerEntrypoint } from './signer-entrypoint.ts';

/**
 * Bindings and settings of the service, except the tokens of its callers (operator-tokens.ts). Each worker
 * includes only the bindings and settings that it may access.
 */
export const bindings = {
  /**
   * Encrypts codes, tokens, cookies, and field keys, and makes log pseudonyms. The first key encrypts, and all
   * decrypt. Rotate it yearly and after a leak.
   *
   * `id:base64,…`: see core/crypto/keys.ts.
   */
  KEYS: keyRingSetting,
  /**
   * Turns phone numbers into names of objects, and owners and callers into pseudonyms. Never change it: with
   * another key, every user gets a new `plid`.
   *
   * With another key, no number would find its object (phone-key.ts).
   */
  PHONE_KEY: numberedKeySetting,
  DISCLOSURE_KEY: disclosureSettings.DISCLOSURE_KEY,
  NOTICE_DAYS: disclosureSettings.NOTICE_DAYS,
  /**
   * The service's origin, such as `https://login.example.com`, which is `{base_url}` in the specification.
   * Change it only with the host.
   */
  BASE_URL: originSetting,
  /**
   * `Y`: browsers use only https for this host and its subdomains for a year. If a subdomain needs http, set `N`
   * before the first deployment.
   *
   * The host itself belongs to the service.
   */
  HSTS_SUBDOMAINS: subdomainsSetting('Y'),
  LOCATION_HINT: locationHintSetting,
  APPLICATIONS: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  APPLICATION: binding<DurableObjectNamespace<Application>>({
    kind: 'durable_objects',
    class_name: 'Application',
  }),
  ACCOUNT: binding<DurableObjectNamespace<Account>>({ kind: 'durable_objects', class_name: 'Account' }),
  /** The public keys of `EVENT_KEY`, from the worker that has the private keys. */
  EVENT_KEYS: binding<EventKeysEntrypoint>({
    kind: 'services',
    service: 'service-objects',
    entrypoint: 'EventKeys',
  }),
  /** The store reviewers of applications. With this entrypoint, a worker can't change an application. */
  REVIEWERS: binding<ReviewersEntrypoint>({
    kind: 'services',
    service: 'service-objects',
    entrypoint: 'Reviewers',
  }),
  /**
   * The entrypoint that signs with `OPENID_KEY`, which only the signing worker has (features/signer/signer-settings.ts).
   */
  SIGNER: binding<SignerEntrypoint>({ kind: 'services', service: 'service-signer', entrypoint: 'Signer' }),
  PHONE: binding<DurableObjectNamespace<Phone>>({ kind: 'durable_objects', class_name: 'Phone' }),
  /** Objects that record the used pushed requests of applications whose requests work only once. */
  PUSHED_REQUEST: binding<DurableObjectNamespace<PushedRequest>>({
    kind: 'durable_objects',
    class_name: 'PushedRequest',
  }),
  /** The index of disclosures (disclosure-index.ts). */
  DISCLOSURES: binding<DurableObjectNamespace<Disclosures>>({
    kind: 'durable_objects',
    class_name: 'Disclosures',
  }),
  /** The object with the records of operators' accesses to users' data. */
  ACCESS_RECORDS: accessRecordsBinding('AccessRecords'),
  /** Objects for the pages that wait for a phone. */
  WAITING: binding<DurableObjectNamespace<Waiting>>({ kind: 'durable_objects', class_name: 'Waiting' }),
} as const satisfies Record<string, v.GenericSchema>;
