import * as v from 'valibot';
import { isSecureAddress } from '../http/cookies.ts';
import { ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';

const checked = new WeakMap<object, Map<unknown, unknown>>();

/** The bindings and settings of a worker, by name. */
export type SettingsSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * Checks a worker's bindings and settings, once per isolate. What is read here needs no check anywhere else.
 * @throws {ProtocolError} `settings`, naming what to fix, never a value.
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
  if (!result.success) {
    const faults = result.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
    const settings = faults.join('; ');
    throw new ProtocolError(refusals.settings, { settings, cause: settings });
  }
  checked.set(env, (checked.get(env) ?? new Map()).set(schema, result.output));
  return result.output;
}

/** Replaces the library's own messages, which quote the value. */
const messageWithoutValue = ({ expected }: v.BaseIssue<unknown>) => `needs ${expected ?? 'another value'}`;

/** How wrangler configures a binding. The configuration of each worker is derived from it. */
export type BindingConfiguration =
  | { kind: 'kv_namespaces' }
  /** Files that a worker serves; in development alone. */
  | { kind: 'assets' }
  | { kind: 'durable_objects'; class_name: string }
  /** `service` without the name that all workers of a deployment begin with: `carrier`, `gateway-session`. */
  | { kind: 'services'; service: string; entrypoint: string }
  /** So many calls with one key in so many seconds (10 or 60). `namespace_id` is unique in an account. */
  | { kind: 'ratelimits'; namespace_id: string; limit: number; period: 10 | 60 };

/** A binding (KV namespace, Durable Object namespace, service, …): only its presence can be checked. */
export const binding = <Type>(configuration: BindingConfiguration) =>
  v.pipe(
    v.custom<Type>(
      (value) => typeof value === 'object' || typeof value === 'function',
      `needs a ${configuration.kind} binding`,
    ),
    v.metadata({ binding: configuration }),
  );

/**
 * How a secret is made: `keys` is `id:base64` of 32 random bytes, `base64` and `hex` are 32 random bytes; `signing keys` is
 * `id:base64` of a new private key (PKCS #8) on the curve P-256; `issued` comes from the login service, so that it cannot be
 * generated here.
 */
export type SecretFormat = 'keys' | 'base64' | 'hex' | 'signing keys' | 'issued';

/** Metadata of a setting that is a secret: no configuration file holds it. */
export const secret = (format: SecretFormat) => ({ secret: format });

const secretAdvice = 'is not set; set it with: wrangler secret put';

/** A shared secret of at least 32 characters, without white space at its ends. */
export const secretSetting = v.pipe(
  v.string(secretAdvice),
  v.minLength(32, 'needs at least 32 characters; make it with: openssl rand -hex 32'),
  v.check((value) => value.trim() === value, 'begins or ends with white space; set it again without'),
);

/** A shared secret that travels as a bearer token. */
const bearerSetting = v.pipe(
  secretSetting,
  v.regex(
    /^[\w~+/.-]+=*$/,
    'holds a character that a bearer token cannot; make it with: openssl rand -hex 32',
  ),
);

/** One of the bearer tokens that are live at the same time. The log names it; never its value. */
export interface NamedToken {
  /** `kim`, or with what alone it is for: `kim@applications`. */
  readonly name: string;
  readonly value: string;
}

/** The tokens of a setting, as they stand there: `kim:TOKEN,lee:TOKEN`, or one alone, with or without a name. */
export const splitTokens = (text: string, defaultName: string): NamedToken[] =>
  text.split(',').map((part) => {
    const colon = part.indexOf(':');
    return { name: colon === -1 ? defaultName : part.slice(0, colon), value: part.slice(colon + 1) };
  });

/** What a token may do: one kind of thing, or everything (undefined). */
export const scopeOf = ({ name }: Pick<NamedToken, 'name'>): string | undefined => name.split('@')[1];

/**
 * Bearer tokens, each of which is accepted: several people, or an old and a new one while it is rotated.
 * @param defaultName of a token that stands there without one. @param scopes to which one may be limited by its name.
 */
export const bearerTokensSetting = (defaultName: string, scopes: readonly string[] = []) =>
  v.pipe(
    v.string(secretAdvice),
    v.rawTransform<string, readonly NamedToken[]>(({ dataset, addIssue, NEVER }) => {
      const tokens = splitTokens(dataset.value, defaultName);
      const fault = faultOfTokens(tokens, scopes);
      if (fault === undefined) return tokens;
      addIssue({ message: fault });
      return NEVER;
    }),
    v.metadata(secret('hex')),
  );

function faultOfTokens(tokens: readonly NamedToken[], scopes: readonly string[]): string | undefined {
  for (const { value } of tokens) {
    const result = v.safeParse(bearerSetting, value);
    if (!result.success) return result.issues[0].message;
  }
  if (tokens.some(({ name }) => !/^[a-z0-9-]{1,32}(?:@|$)/.test(name)))
    return 'needs names of at most 32 small letters, digits and hyphens, such as kim:TOKEN,lee:TOKEN';
  if (tokens.some((token) => token.name.includes('@') && !scopes.includes(token.name.replace(/^[^@]*@/, ''))))
    return scopes.length > 0
      ? `limits a token to something that is not there; there are: ${scopes.map((scope) => `kim@${scope}:TOKEN`).join(', ')}`
      : 'holds a token with an @ in its name; these tokens cannot be limited';
  const isUnique = (key: keyof NamedToken) =>
    new Set(tokens.map((token) => token[key])).size === tokens.length;
  return isUnique('name') && isUnique('value') ? undefined : 'holds a name or a token twice';
}

/** An origin such as `https://login.example.com`: https, or http on loopback; no path, no slash at the end. */
export const originSetting = v.pipe(
  v.string('is not set; it needs an origin such as https://login.example.com'),
  v.check(isOrigin, 'needs an origin such as https://login.example.com: https, no path, no slash at the end'),
);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text && isSecureAddress(url);
}

/** Where Cloudflare makes a Durable Object that is asked for the first time. */
export const locationHintSetting = v.optional(
  v.picklist(
    ['wnam', 'enam', 'sam', 'weur', 'eeur', 'apac', 'apac-ne', 'apac-se', 'oc', 'afr', 'me'],
    'needs a location hint of Durable Objects, such as apac-ne',
  ),
  'apac-ne',
);
