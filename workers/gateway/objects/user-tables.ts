import type { LoginFacts } from '../../core/protocol/login-facts.ts';
import type { YesNo } from '../../core/protocol/user-record.ts';
import type { Migrations } from '../../core/storage/object-store.ts';

/**
 * Tables of a User. Times are in seconds since 1970. `identity` is encrypted, `owner` is hashed, and `revision`
 * counts changes to both. `full_sign_in_after` is set by signing out everywhere and stays until the next full
 * sign-in. In the table `user`, `began` is the {@link SignInRequest.began} of the last full sign-in, and `attributes`
 * contains the names of the identity's attributes, separated by spaces. In the table `sessions`, `began` is the
 * {@link SignInRequest.began} of the session. `login` contains the login facts as JSON, or null if the service doesn't
 * report them. `parties` contains the session's relying parties as JSON (PartySession), or null if it has none.
 */
export const migrations: Migrations = [
  `CREATE TABLE user (
    one INTEGER PRIMARY KEY CHECK (one = 1), identity TEXT NOT NULL, owner TEXT, revision INTEGER NOT NULL,
    seen INTEGER NOT NULL, full_sign_in_after INTEGER, began INTEGER NOT NULL, attributes TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, autoLoginYn TEXT NOT NULL, autoStatusCheck TEXT NOT NULL,
    created INTEGER NOT NULL, expires INTEGER NOT NULL, began INTEGER NOT NULL, login TEXT, parties TEXT
  ) STRICT, WITHOUT ROWID;`,
];

export const userColumns = 'identity, owner, revision, seen, full_sign_in_after, began, attributes';
export const sessionColumns = 'id, agent, autoLoginYn, autoStatusCheck, created, expires, login';

export type UserRow = {
  identity: string;
  owner: string | null;
  revision: number;
  seen: number;
  full_sign_in_after: number | null;
  began: number;
  attributes: string;
};

export type SessionRow = { [Column in keyof Omit<StoredSession, 'login'>]: StoredSession[Column] } & {
  login: string | null;
};

/** A stored session. Times in seconds since 1970. */
export interface StoredSession {
  /** SHA-256 of its secret. */
  id: string;
  /** "Chrome, Android" */
  agent: string;
  autoLoginYn: YesNo;
  autoStatusCheck: YesNo;
  created: number;
  expires: number;
  /** The login facts that the service reported. */
  login?: LoginFacts;
}

/** A stored user: the encrypted identity and a hash of the plid's owner. */
export interface StoredUser {
  identity: string;
  owner: string | undefined;
  /**
   * Counts changes to the identity and owner, so that a sign-in doesn't overwrite a change that it hasn't read.
   */
  revision: number;
}

export interface SignInRequest {
  session: StoredSession;
  /**
   * When the sign-in's code exchange started, in wall-clock milliseconds. Used only to tell which came first if a
   * sign-in and a disconnection fall within the same second.
   */
  began: number;
  /**
   * Revision of the {@link StoredUser} that the request is based on, or 0 if no user was stored. Undefined if the
   * sign-in's worker hasn't read the user, so that the object decides.
   */
  revision: number | undefined;
  /** The new identity in encrypted form, or undefined if the identity doesn't change. */
  identity: string | undefined;
  /** The names of the new identity's attributes. */
  attributes: readonly string[];
  /** The new owner of the plid; undefined if the sign-in has no `ci` or the owner doesn't change. */
  owner: string | undefined;
  /** Pseudonyms of the sign-in's `ci`, one for each key. The list is empty if there is no `ci`. */
  owners: readonly string[];
  /** Whether the plid has a new owner. If so, the previous owner's sessions end. */
  ownerChanged: boolean;
  /** Whether this is an automatic login other than the first automatic login (§2.1 mode 2). */
  automatic: boolean;
  /** The id of the session that the browser had before, if it belongs to this user. */
  replaces: string | undefined;
  /** The phone number index that lists the user (number-index.ts). `index` is null if the user has no number. */
  number: { plid: string; index: string | null };
}

/**
 * The identity before and after re-encryption, and the index that lists the user. If the identity needs no
 * re-encryption, `identity` is undefined.
 */
export interface ReencryptedIdentity {
  /**
   * The ciphertext before re-encryption. Ciphertexts are unique, whereas revisions repeat if a deleted user
   * returns.
   */
  previous: string;
  identity: string | undefined;
  number: { plid: string; index: string | null };
}

/** A user who has left. An application in the same Worker handles it (departure-outbox.ts). */
export interface Departure {
  /** `disconnected`: ended the connection with the application. `purged`: has no account any longer. */
  type: 'disconnected' | 'purged';
  plid: string;
  /** When the user left, in milliseconds since 1970. */
  moment: number;
  /** Pseudonym of the user in the log. */
  person?: string;
}

/** A login for a relying party, with values from its authorization request. */
export interface OpenIdLogin {
  client_id: string;
  redirect_uri: string;
  /** Space-separated scopes. */
  scope: string;
  code_challenge?: string;
  nonce?: string;
}

/** The values that a token request presents with its code. */
export type PresentedTokenRequest = Pick<OpenIdLogin, 'client_id' | 'redirect_uri' | 'code_challenge'>;

/**
 * A session at a relying party that receives logout_tokens. It belongs to a session at the gateway, and begins with
 * its first id_token there. The values are those of the id_token, which the logout_token must repeat.
 */
export interface PartySession {
  client_id: string;
  issuer: string;
  subject: string;
  /** A random value, so that it reveals nothing about the session at the gateway or at other relying parties. */
  sid: string;
}

/** The values of an id_token that a later logout_token repeats. */
export type LogoutClaims = Pick<PartySession, 'issuer' | 'subject'>;

/** A login for a relying party, with its live session and the user's encrypted identity. */
export interface LiveOpenIdLogin {
  login: OpenIdLogin;
  session: StoredSession;
  identity: string;
  /** When the identity was received with a full sign-in, in milliseconds since 1970. */
  began: number;
  /** The session's id at the relying party, if it receives logout_tokens. */
  sid?: string;
}

export type OpenIdRedemption = LiveOpenIdLogin | 'unknown' | 'replayed';

/** Everything that is stored about a user, for the operator. Times in seconds since 1970. */
export interface StoredGatewayUser {
  /** The encrypted identity; undefined if only the time of the disconnection is left. */
  identity: string | undefined;
  seen: number | undefined;
  /** Time since which automatic logins have been refused. */
  fullSignInAfter: number | undefined;
  disconnected: number | undefined;
  /** Live sessions, each with the `client_id`s of its relying parties that receive logout_tokens. */
  sessions: (StoredSession & { relyingParties: string[] })[];
  /** The `client_id`s of relying parties that haven't yet received a logout_token. */
  undeliveredLogouts: string[];
  /** When the user disconnected, if the application hasn't handled it yet. */
  unhandledDeparture: number | undefined;
}

/**
 * Result of a sign-in. `ownerChanged` is the object's decision. If the sign-in
 * had no attributes, `stored` and `index` are the stored user and the user's index. `changed` means that the
 * identity has changed since `revision`, or that only the worker can decide based on `stored`. `disconnected` means that the user was disconnected after the sign-in
 * began. `full_sign_in_required` means that the user has signed out everywhere.
 */
export type SignInResult =
  | {
      outcome: 'signed_in';
      ended: string[];
      ownerChanged: boolean;
      stored?: StoredUser | undefined;
      index?: string | null;
    }
  | { outcome: 'changed'; stored: StoredUser | undefined }
  | { outcome: 'disconnected' }
  | { outcome: 'full_sign_in_required' };

/**
 * The phone number index that must list a user (number-index.ts), and all indexes that may already list the user.
 */
export interface IndexListing {
  plid: string;
  /** The name of the index; null if the user has no number or is deleted. */
  index: string | null;
  listed: string[];
  /** Whether the index is up to date. */
  settled: boolean;
}

/** The storage key of a User's {@link IndexListing}. */
export const listingKey = 'listing';
