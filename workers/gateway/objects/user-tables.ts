import type { LoginFacts } from '../../../packages/plid/protocol/login-facts.ts';
import type { YesNo } from '../../../packages/plid/protocol/user-record.ts';
import type { Migrations } from '../../core/storage/object-store.ts';

/**
 * The tables of a User. Times in seconds since 1970. `identity` and `owner` come sealed and hashed; `revision` counts
 * the changes of the two; `full_sign_in_after` is set by a log-out everywhere, until the next full sign-in. `began` (see
 * {@link SignInRequest.began}) is that of the last full sign-in, or of the session's; 0 for one of release 0.2. `attributes` names those of the
 * identity, after the revision that they are of (identity-change.ts): null, or of an earlier revision, where release 0.2 has written it.
 */
export const migrations: Migrations = [
  `CREATE TABLE user (
    one INTEGER PRIMARY KEY CHECK (one = 1), identity TEXT NOT NULL, owner TEXT, revision INTEGER NOT NULL,
    seen INTEGER NOT NULL, full_sign_in_after INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, autoLoginYn TEXT NOT NULL, autoStatusCheck TEXT NOT NULL,
    created INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE user ADD COLUMN began INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sessions ADD COLUMN began INTEGER NOT NULL DEFAULT 0;`,
  // JSON; null where the service says nothing of the login, and for a session of release 0.2.
  'ALTER TABLE sessions ADD COLUMN login TEXT',
  'ALTER TABLE user ADD COLUMN attributes TEXT',
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
  attributes: string | null;
};

export type SessionRow = { [Column in keyof Omit<StoredSession, 'login'>]: StoredSession[Column] } & {
  login: string | null;
};

/** A session as the User keeps it. Times in seconds since 1970. */
export interface StoredSession {
  /** SHA-256 of its secret. */
  id: string;
  /** "Chrome, Android" */
  agent: string;
  autoLoginYn: YesNo;
  autoStatusCheck: YesNo;
  created: number;
  expires: number;
  /** The service's facts about the login. */
  login?: LoginFacts;
}

/** A user as the User keeps them: the sealed identity, and a hash of the plid's owner. */
export interface StoredUser {
  identity: string;
  owner: string | undefined;
  /** Counts the changes of the two, so that a sign-in overwrites nothing that it has not seen. */
  revision: number;
}

export interface SignInRequest {
  session: StoredSession;
  /**
   * When the sign-in's exchange began, in milliseconds of the real clock: only for telling which of a sign-in and a
   * disconnect came first, which may happen within one second.
   */
  began: number;
  /** Of the {@link StoredUser} that it was made from; 0 where there was none, undefined where its worker has not looked: then the object decides. */
  revision: number | undefined;
  /** The new identity, sealed; undefined where it does not change. */
  identity: string | undefined;
  /** The names of its attributes; missing in release 0.2. */
  attributes?: readonly string[];
  /** The new owner of the plid; undefined where the sign-in brought no ci, or the owner does not change. */
  owner: string | undefined;
  /** Whom the ci of the sign-in names, under each of the keys; none without a ci, missing in release 0.2. */
  owners?: readonly string[];
  /** The plid has another owner than before: the former one's sessions end. */
  ownerChanged: boolean;
  /** An automatic login that is not the first (§2.1 mode 2). */
  automatic: boolean;
  /** The id of the session that the browser had until now, of this user. */
  replaces: string | undefined;
  /** The index that lists the user by their phone number (number-index.ts): null without a number; missing in release 0.2. */
  number?: { plid: string; index: string | null };
}

/** An identity that was sealed so, as it is sealed now (undefined where it is so already), and where its user is to be listed. */
export interface Refreshed {
  /** No two are the same, while a user who is forgotten and comes back has the same revisions again. */
  former: string;
  identity: string | undefined;
  number: { plid: string; index: string | null };
}

/** A login at a relying party, as its authorization request asks for it. */
export interface OpenIdLogin {
  client_id: string;
  redirect_uri: string;
  /** Words with spaces between. */
  scope: string;
  code_challenge?: string;
  nonce?: string;
}

/** The values that a token request presents beside its code. */
export type PresentedOpenId = Pick<OpenIdLogin, 'client_id' | 'redirect_uri' | 'code_challenge'>;

/** A login at a relying party, with the session that it belongs to, which is live, and the user's sealed identity. */
export interface ToldOpenIdLogin {
  login: OpenIdLogin;
  session: StoredSession;
  identity: string;
  /** When the identity was brought: by the last full sign-in, in milliseconds since 1970; 0 where release 0.2 has stored it. */
  began: number;
}

export type OpenIdRedemption = ToldOpenIdLogin | 'unknown' | 'replayed';

/** Everything that is stored of a user, for the operator. Times in seconds since 1970. */
export interface UserRecordAtRest {
  /** The sealed identity; undefined where nothing is left but that the user was disconnected, and when. */
  identity: string | undefined;
  seen: number | undefined;
  /** Since when only a full sign-in will do. */
  fullSignInAfter: number | undefined;
  disconnected: number | undefined;
  sessions: StoredSession[];
}

/**
 * `ownerChanged`: as the object has seen; one of release 0.2 does not say. `stored`: as the user is kept, where the sign-in brought no attributes, and `index` where they are listed. `changed`: the user's identity has
 * changed since `revision`, or the object cannot decide what becomes of it without its worker, which looks at what is `stored`; an object of
 * release 0.2 does not say. `disconnected`: the user was disconnected since the sign-in began. `full_sign_in_required`: they have logged out everywhere.
 */
export type SignInResult =
  | {
      outcome: 'signed_in';
      ended: string[];
      ownerChanged?: boolean;
      stored?: StoredUser | undefined;
      index?: string | null;
    }
  | { outcome: 'changed'; stored?: StoredUser | undefined }
  | { outcome: 'disconnected' }
  | { outcome: 'full_sign_in_required' };

/** In which index of a phone number a user must be listed (number-index.ts), and in which they may be so far. */
export interface Listing {
  plid: string;
  /** The name of the index; null if the user has no number, or is gone. */
  index: string | null;
  listed: string[];
  /** Whether the index knows it. */
  settled: boolean;
}

/** The key under which a User keeps its {@link Listing}. */
export const listingKey = 'listing';
