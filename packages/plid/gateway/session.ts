import type { LoginFacts } from '../../../workers/core/protocol/login-facts.ts';
import type { UserRecord } from '../../../workers/core/protocol/user-record.ts';

/** A live session of a signed-in user. Times are in seconds since 1970. */
export interface Session {
  /** The user record (§2.1). Attributes without a value are omitted. */
  user: UserRecord;
  created: number;
  expires: number;
  /** Facts about the last approval. Present if the application is registered for `login_facts`. */
  login?: LoginFacts;
  /**
   * True if storage fails and this object is the session's last copy. The session may have ended since the copy
   * was made.
   */
  stale?: true;
}
