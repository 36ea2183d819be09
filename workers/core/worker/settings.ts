import * as v from 'valibot';
import { isSecureAddress } from '../http/secure-address.ts';
import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';
import { fill } from '../protocol/texts.ts';
import type { SecretFormat } from './secret-format.ts';
import { weakSecrets } from './weak-secrets.ts';

const checked = new WeakMap<object, Map<unknown, unknown>>();

/**
 * The schema of a worker's bindings and settings, by name. A pipe can add checks that compare several bindings or
 * settings.
 */
export type SettingsSchema = v.GenericSchema<unknown, object> &
  Pick<v.ObjectSchema<v.ObjectEntries, undefined>, 'entries'>;

/**
 * Validates a worker's bindings and settings, once per isolate, and refuses secrets that protect nothing
 * (weak-secrets.ts). No other code needs to validate them. @throws
 * {ProtocolError} `settings` if any binding or setting is invalid. The error contains the names of the invalid
 * bindings and settings, but no values.
 */
export function readSettings<Schema extends SettingsSchema>(
  schema: Schema,
  env: object,
): v.InferOutput<Schema> {
  const cached = checked.get(env)?.get(schema);
  if (cached !== undefined) return cached as v.InferOutput<Schema>;
  const unset = Object.fromEntries(Object.keys(schema.entries).map((name) => [name, undefined]));
  const options = { message: messageWithoutValue, abortPipeEarly: true };
  const result = v.safeParse(schema, { ...unset, ...env }, options);
  const faults = new Map([
    ...issuesByName(result.issues),
    ...weakSecrets(schema, env),
    ...placeholdersIn(schema, env),
  ]);
  if (!result.success || faults.size > 0) {
    const settings = [...faults].map(([name, fault]) => `${name} ${fault}`).join('; ');
    throw new ProtocolError(refusals.settings, { settings, cause: settings });
  }
  checked.set(env, (checked.get(env) ?? new Map()).set(schema, result.output));
  return result.output;
}

const issuesByName = (issues: readonly v.BaseIssue<unknown>[] = []): [name: string, fault: string][] =>
  issues.map((issue) => {
    const name = v.getDotPath(issue) ?? '';
    return [name, fill(issue.message, { name })];
  });

const placeholdersIn = ({ entries }: SettingsSchema, env: object): [name: string, fault: string][] =>
  Object.keys(entries).flatMap((name): [string, string][] =>
    isPlaceholder(Reflect.get(env, name)) ? [[name, placeholderAdvice]] : [],
  );

/** Whether a value is one to replace, such as `<client ID that it issued>` in a configuration that plid wrote. */
export const isPlaceholder = (value: unknown): boolean =>
  typeof value === 'string' && /^<[^<>]*>$/.test(value.trim());

const placeholderAdvice =
  'is still a placeholder; set it in .dev.vars for wrangler dev, and in the configuration of wrangler before you deploy';

/** Returns a message that replaces the library's message, because the library's message quotes the value. */
const messageWithoutValue = ({ expected }: v.BaseIssue<unknown>) => `needs ${expected ?? 'another value'}`;

/** Selects the definitions that a worker may access, as in `v.object({ ...pick(bindings, 'KEYS', 'USER') })`. */
export const pick = <Table extends object, Name extends keyof Table>(
  table: Table,
  ...names: readonly Name[]
): Pick<Table, Name> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;

/** The configuration of a binding for wrangler. Each worker's configuration is derived from it. */
export type BindingConfiguration =
  | { kind: 'kv_namespaces' }
  /** Static assets, only in development. */
  | { kind: 'assets' }
  | { kind: 'durable_objects'; class_name: string }
  /** `service` is the name without the deployment's name prefix, such as `carrier` or `gateway-session`. */
  | { kind: 'services'; service: string; entrypoint: string }
  /** A binding that fetches with a client certificate, if the deployment names a certificate. */
  | { kind: 'mtls_certificates' }
  /** A limit on calls with the same key within 10 or 60 seconds. `namespace_id` is unique in an account. */
  | { kind: 'ratelimits'; namespace_id: string; limit: number; period: 10 | 60 };

/** A binding (KV namespace, Durable Object namespace, service, …). Only its presence can be checked. */
export const binding = <Type>(configuration: BindingConfiguration) =>
  v.pipe(
    v.custom<Type>(
      (value) => typeof value === 'object' || typeof value === 'function',
      `needs a ${configuration.kind} binding`,
    ),
    v.metadata({ binding: configuration }),
  );

/** Returns the metadata of a secret setting, which never appears in a configuration file. */
export const secret = (format: SecretFormat) => ({ secret: format });

/** Advice for a missing secret. {@link readSettings} fills in its name. */
export const secretAdvice =
  'is not set; set it with: wrangler secret put {name}; for wrangler dev, add it to .dev.vars';

/** A shared secret of at least 32 characters, without surrounding whitespace. */
export const secretSetting = v.pipe(
  v.string(secretAdvice),
  v.minLength(32, 'needs at least 32 characters; generate the secret with: openssl rand -hex 32'),
  v.check(
    (value) => value.trim() === value,
    'begins or ends with whitespace; remove it and set the value again',
  ),
);

/**
 * An origin such as `https://login.example.com`. It uses https, or http on loopback, and has no path or trailing
 * slash.
 */
export const originSetting = v.pipe(
  v.string('is not set; it needs an origin such as https://login.example.com'),
  v.check(
    isOrigin,
    'needs an origin such as https://login.example.com: https, without a path or trailing slash',
  ),
);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text && isSecureAddress(url);
}

/** A whole number within limits. @param unit for messages, such as `days`. */
export const integerSetting = (unit: string, defaultValue: number, min: number, max: number) =>
  v.optional(
    v.pipe(
      v.custom<string | number>(isWhole, `needs a whole number of ${unit}`),
      v.transform(Number),
      v.check((value) => value >= min, `needs at least ${min} ${unit}`),
      v.check((value) => value <= max, `needs at most ${max} ${unit}`),
    ),
    defaultValue,
  );

const isWhole = (value: unknown): boolean =>
  ['string', 'number'].includes(typeof value) && /^\d+$/.test(String(value));

/**
 * Region in which Durable Objects are created. Set it near your users before the first deployment, because
 * existing objects stay in their region.
 */
export const locationHintSetting = v.optional(
  v.picklist(
    ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'apac-ne', 'apac-se', 'oc', 'afr', 'me'],
    'needs a location hint for Durable Objects, such as apac-ne',
  ),
  'apac-ne',
);
