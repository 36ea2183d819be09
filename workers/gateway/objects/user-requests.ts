import type { YesNo } from '../../core/protocol/user-record.ts';

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
  /** Of the {@link StoredUser} that it was made from; 0 where there was none. */
  revision: number;
  /** The new identity, sealed; undefined where it does not change. */
  identity: string | undefined;
  /** The new owner of the plid; undefined where the sign-in brought no ci, or the owner does not change. */
  owner: string | undefined;
  /** The plid has another owner than before: the former one's sessions end. */
  ownerChanged: boolean;
  /** An automatic login that is not the first (§2.1 mode 2). */
  automatic: boolean;
  /** The id of the session that the browser had until now, of this user. */
  replaces: string | undefined;
}

/**
 * `changed`: the user's identity has changed since `revision`; read it again. `disconnected`: the user was
 * disconnected since the sign-in began. `full_sign_in_required`: they have logged out everywhere.
 */
export type SignInResult =
  | { outcome: 'signed_in'; ended: string[] }
  | { outcome: 'changed' | 'disconnected' | 'full_sign_in_required' };
