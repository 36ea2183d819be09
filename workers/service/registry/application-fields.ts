import type { Attribute } from '../../core/protocol/user-record.ts';
import { ageOfConsent } from './minimum-age.ts';

/** The type of a field, which determines its validation, encoding, command-line option, and display. */
type FieldKind =
  /** A text for users. `maxLength` is in characters. */
  | { kind: 'text'; maxLength: number }
  /** The address of a web page. */
  | { kind: 'page' }
  /** Redirect URIs (§4.1), compared as strings. */
  | { kind: 'callbacks' }
  /** The address of an event receiver. */
  | { kind: 'receiver' }
  | { kind: 'attributes' }
  | { kind: 'choice'; of: readonly string[] }
  /** A whole number of at least 0. */
  | { kind: 'number'; max: number }
  /** A small image, as a `data:` URL. */
  | { kind: 'logo' }
  | { kind: 'flag' };

type ApplicationField = FieldKind & {
  /** Default for a missing field. A field without a default is required. */
  initial?: string | number | boolean | readonly never[];
  /** Whether users read the field before consenting. The application's object stores the value of each version. */
  isShownToUsers?: true;
};

/**
 * Every application field that an operator sets, in the order of validation and display. To add a field, see
 * workers/README.md, "A field of an application".
 */
export const applicationFields = {
  name: { kind: 'text', maxLength: 100, isShownToUsers: true },
  redirect_uris: { kind: 'callbacks' },
  /** Legal name of the company that receives the data. */
  recipient: { kind: 'text', maxLength: 100, isShownToUsers: true },
  /**
   * The purpose in Korean and English. If the English text is empty, the Korean text is shown instead. The field
   * `retention` works in the same way.
   */
  purpose: { kind: 'text', maxLength: 300, isShownToUsers: true },
  purpose_en: { kind: 'text', maxLength: 300, initial: '', isShownToUsers: true },
  retention: { kind: 'text', maxLength: 200, isShownToUsers: true },
  retention_en: { kind: 'text', maxLength: 200, initial: '', isShownToUsers: true },
  /** The application's privacy notice. */
  privacy_url: { kind: 'page', isShownToUsers: true },
  /** The application's help page. Empty if there is none. */
  support_url: { kind: 'page', initial: '', isShownToUsers: true },
  attributes: { kind: 'attributes', isShownToUsers: true },
  /** Attributes that a user may refuse and still sign in. */
  optional: { kind: 'attributes', initial: [], isShownToUsers: true },
  /**
   * How the application itself obtains a guardian's consent for users below its `minimum_age`. Empty if the
   * application doesn't obtain such consent.
   */
  guardian_consent: { kind: 'text', maxLength: 200, initial: '', isShownToUsers: true },
  /** Whether an access token can read the user record many times or only once. */
  reads: { kind: 'choice', of: ['many', 'once'], initial: 'many' },
  /**
   * What the envelope's `error` field contains if a call succeeds (§2.4). `""` is for clients that treat any text
   * in this field as a failure.
   */
  success: { kind: 'choice', of: ['success', ''], initial: 'success' },
  /**
   * Receiver of events, which report that a user's account has ended or was disconnected. Empty if there is none.
   */
  events: { kind: 'receiver', initial: '' },
  /** Whether the application's pages open sign-ins in pop-ups that use `window.opener`. */
  popup: { kind: 'flag', initial: false },
  /** Whether callbacks contain `iss` (RFC 9207). */
  iss: { kind: 'flag', initial: false },
  /** Whether an authorization request must contain a code challenge (RFC 7636). */
  pkce: { kind: 'choice', of: ['optional', 'required'], initial: 'optional' },
  /**
   * Whether an authorization request must be pushed (RFC 9126). With `once`, each `request_uri` starts only one
   * sign-in.
   */
  par: { kind: 'choice', of: ['optional', 'required', 'once'], initial: 'optional' },
  /** Whether the token response contains the time and method of the user's approval, and the risk decision. */
  login_facts: { kind: 'flag', initial: false },
  /**
   * Signing algorithm of the application's id_tokens (OpenID Connect). If it is empty, the application doesn't use
   * OpenID Connect, and `scope` is ignored.
   */
  openid: { kind: 'choice', of: ['', 'RS256', 'ES256'], initial: '' },
  /**
   * Whether the application's id_tokens contain the user's claims. Userinfo returns the claims regardless of this
   * field (id-token-claims.ts).
   */
  id_token_claims: { kind: 'flag', initial: false },
  /** Whether an OpenID Connect request may log in automatically, without claims. */
  openid_automatic: { kind: 'flag', initial: false },
  /** Back-channel logout URI (OpenID Connect Back-Channel Logout 1.0). Empty if there is none. */
  openid_logout: { kind: 'receiver', initial: '' },
  /** Allowed redirects after a sign-out (OpenID Connect RP-Initiated Logout 1.0 §2.1). */
  post_logout_redirect_uris: { kind: 'callbacks', initial: [] },
  /** Whether users may sign in with a passkey, as with automatic login, if the service has passkeys (PASSKEYS). */
  passkeys: { kind: 'flag', initial: false },
  /** Minimum age of the application's users, in whole years. */
  minimum_age: { kind: 'number', max: 99, initial: ageOfConsent },
  /** Whether users are refused if the carrier doesn't report their age. */
  age_required: { kind: 'flag', initial: false },
  /** The image that is shown next to the application's name on sign-in pages. Empty if there is none. */
  logo: { kind: 'logo', initial: '' },
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

/** The value of every field of an application. */
export type FieldValues = { -readonly [Name in FieldName]: ValueOf<Fields[Name]> };

type NameWith<Property> = {
  [Name in FieldName]: Fields[Name] extends Property ? Name : never;
}[FieldName];

export type ShownFieldName = NameWith<{ isShownToUsers: true }>;

/**
 * The texts that users read before an application receives their data. The texts state the recipient, purpose, and
 * retention period (Personal Information Protection Act of Korea, Article 17 (2)), and optional items.
 */
export type ConsentTerms = Omit<Pick<FieldValues, ShownFieldName>, 'name' | 'attributes'>;

export const fieldNames = Object.keys(applicationFields) as FieldName[];

export const fieldOf = (name: FieldName): ApplicationField => applicationFields[name];

/** The defaults of the fields that a registration may omit. */
export const defaultFields = () =>
  mapFields<unknown>(
    (_, { initial }) => initial,
    (name) => fieldOf(name).initial !== undefined,
  ) as Pick<FieldValues, NameWith<{ initial: unknown }>>;

/** Returns an object with a value for each selected field. */
export const mapFields = <Value>(
  value: (name: FieldName, field: ApplicationField) => Value,
  select: (name: FieldName) => boolean = () => true,
): Record<string, Value> =>
  Object.fromEntries(fieldNames.filter(select).map((name) => [name, value(name, fieldOf(name))]));
