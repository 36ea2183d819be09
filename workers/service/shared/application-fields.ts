import type { Attribute } from '../../../packages/plid/protocol/user-record.ts';
import { ageOfConsent } from './minimum-age.ts';

/** The kind of a field, which decides how it is checked, sent, typed at a terminal and shown. */
type FieldKind =
  /** A text for people. `maxLength` in characters. */
  | { kind: 'text'; maxLength: number }
  /** The address of a page for people. */
  | { kind: 'page' }
  /** Addresses that a browser is redirected to (§4.1): compared as strings. */
  | { kind: 'callbacks' }
  /** The address of a program that is told something. */
  | { kind: 'receiver' }
  | { kind: 'attributes' }
  | { kind: 'choice'; of: readonly string[] }
  /** A whole number, from 0. */
  | { kind: 'number'; max: number }
  /** A small picture, as a data: address. */
  | { kind: 'logo' }
  | { kind: 'flag' };

type ApplicationField = FieldKind & {
  /** The value for a registration that leaves the field out. A field without one must be stated. */
  initial?: string | number | boolean | readonly never[];
  /** People read it before they agree: the application's object keeps its value in each version. */
  told?: true;
  /** The release that brought the field. Applications that were registered before lack it until a change adds it. */
  since?: string;
};

/**
 * Every field of an application that an operator states, in the order in which it is checked and shown. The steps of
 * adding one: workers/README.md, "A field of an application".
 */
const applicationFields = {
  name: { kind: 'text', maxLength: 100, told: true },
  redirect_uris: { kind: 'callbacks' },
  /** The company that receives the data, by its legal name. */
  recipient: { kind: 'text', maxLength: 100, told: true, since: '0.3' },
  /** In Korean, and in English; where the English text is empty, people read the Korean one. The same for `retention`. */
  purpose: { kind: 'text', maxLength: 300, told: true, since: '0.3' },
  purpose_en: { kind: 'text', maxLength: 300, initial: '', told: true, since: '0.3' },
  retention: { kind: 'text', maxLength: 200, told: true, since: '0.3' },
  retention_en: { kind: 'text', maxLength: 200, initial: '', told: true, since: '0.3' },
  /** The application's privacy notice. */
  privacy_url: { kind: 'page', told: true, since: '0.3' },
  /** The page on which people can ask the application; empty if there is none. */
  support_url: { kind: 'page', initial: '', told: true, since: '0.3' },
  attributes: { kind: 'attributes', told: true },
  /** Those of its attributes that a person may refuse and still sign in. */
  optional: { kind: 'attributes', initial: [], told: true, since: '0.3' },
  /** How the application obtains the consent of a guardian itself, for those below its `minimum_age`; empty where it does not. */
  guardian_consent: { kind: 'text', maxLength: 200, initial: '', told: true, since: '0.3' },
  /** How often one access token reads the user record. */
  reads: { kind: 'choice', of: ['many', 'once'], initial: 'many' },
  /** The envelope's `error` on success (§2.4): `""` for clients that treat any text there as a failure. */
  success: { kind: 'choice', of: ['success', ''], initial: 'success' },
  /** The address of events: a user's account has ended, or was disconnected; empty for none. */
  events: { kind: 'receiver', initial: '', since: '0.3' },
  /** Whether its sign-ins run in windows that its own pages have opened, and hear from. */
  popup: { kind: 'flag', initial: false, since: '0.3' },
  /** Whether the address that leads back names the service (RFC 9207). */
  iss: { kind: 'flag', initial: false, since: '0.3' },
  /** Whether an authorization request needs a challenge (RFC 7636). */
  pkce: { kind: 'choice', of: ['optional', 'required'], initial: 'optional', since: '0.3' },
  /** Whether an authorization request must have been pushed (RFC 9126); with `once`, each `request_uri` begins one sign-in. */
  par: { kind: 'choice', of: ['optional', 'required', 'once'], initial: 'optional', since: '0.3' },
  /** Whether the token answer says when and how the person was asked, and the risk decision. */
  login_facts: { kind: 'flag', initial: false, since: '0.3' },
  /** How its id_tokens are signed (OpenID Connect); empty where it is no relying party: `scope` then means nothing. */
  openid: { kind: 'choice', of: ['', 'RS256', 'ES256'], initial: '', since: '0.3' },
  /** Whether its id_tokens contain the person's claims, which userinfo returns in any case (id-token-claims.ts). */
  id_token_claims: { kind: 'flag', initial: false, since: '0.3' },
  /** Whether a request of OpenID Connect may log in automatically: its claims are then absent. */
  openid_automatic: { kind: 'flag', initial: false, since: '0.3' },
  /** The address that ends a person's sessions there, as a relying party (OpenID Connect Back-Channel Logout 1.0); empty for none. */
  openid_logout: { kind: 'receiver', initial: '', since: '0.3' },
  /** The addresses that a sign-out may redirect to (OpenID Connect RP-Initiated Logout 1.0 §2.1). Absent from earlier registrations (applications.ts). */
  post_logout_redirect_uris: { kind: 'callbacks', initial: [], since: '0.3' },
  /** The age from which it takes people, in whole years. */
  minimum_age: { kind: 'number', max: 99, initial: ageOfConsent, since: '0.3' },
  /** Whether somebody whose age no carrier tells counts as too young. */
  age_required: { kind: 'flag', initial: false, since: '0.3' },
  /** Stands beside its name on the pages of a sign-in; empty if there is none. */
  logo: { kind: 'logo', initial: '', since: '0.3' },
} as const satisfies Record<string, ApplicationField>;

type Fields = typeof applicationFields;
export type FieldName = keyof Fields;

type ValueOf<Kind extends FieldKind> = Kind extends { kind: 'choice'; of: readonly (infer Choice)[] }
  ? Choice
  : Kind extends { kind: 'attributes' }
    ? Attribute[]
    : Kind extends { kind: 'callbacks' }
      ? string[]
      : Kind extends { kind: 'flag' }
        ? boolean
        : Kind extends { kind: 'number' }
          ? number
          : string;

/** Every field of an application with its value. */
export type FieldValues = { -readonly [Name in FieldName]: ValueOf<Fields[Name]> };

type NameWith<Property> = {
  [Name in FieldName]: Fields[Name] extends Property ? Name : never;
}[FieldName];

export type ToldName = NameWith<{ told: true }>;
export type LaterName = NameWith<{ since: string }>;
export type EarlyName = Exclude<FieldName, LaterName>;

/** The fields as an application holds them that may have been registered by release 0.2. */
export type StoredFields = Pick<FieldValues, EarlyName> & Partial<Pick<FieldValues, LaterName>>;

/**
 * The texts that people read before they agree that an application receives their data: who, what for and for how long (Personal
 * Information Protection Act of Korea, Article 17 (2)), and what they may refuse.
 */
export type ConsentTerms = Pick<FieldValues, ToldName & LaterName>;

export const fieldNames = Object.keys(applicationFields) as FieldName[];

export const fieldOf = (name: FieldName): ApplicationField => applicationFields[name];

/** Whether every application has a field, those that release 0.2 registered as well. */
export const isEverywhere = (name: FieldName): boolean => fieldOf(name).since === undefined;

/** An object with a value for each field that `select` takes. */
export const mapFields = <Value>(
  value: (name: FieldName, field: ApplicationField) => Value,
  select: (name: FieldName) => boolean = () => true,
): Record<string, Value> =>
  Object.fromEntries(fieldNames.filter(select).map((name) => [name, value(name, fieldOf(name))]));
