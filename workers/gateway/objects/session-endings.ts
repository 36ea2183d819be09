import type { LogoutOutbox } from './logout-outbox.ts';
import { type EndedSession, partiesOf, type UserQueries } from './user-queries.ts';

/**
 * Ends a user's sessions. Expired sessions don't count, and their relying parties receive nothing. Each method
 * needs a transaction.
 */
export class SessionEndings {
  readonly #rows: UserQueries;
  readonly #logouts: LogoutOutbox;

  constructor(rows: UserQueries, logouts: LogoutOutbox) {
    this.#rows = rows;
    this.#logouts = logouts;
  }

  /**
   * Ends the sessions that match a condition, and queues logout_tokens for their relying parties. @param at in
   * seconds since 1970. @param which the condition, in SQL.
   * @returns the sessions that were live.
   */
  end(at: number, which: string, ...values: SqlStorageValue[]): EndedSession[] {
    const ended = this.#rows.endSessions(which, ...values).filter(({ expires }) => expires > at);
    this.#logouts.add(ended.flatMap(partiesOf), at);
    return ended;
  }

  /**
   * Ends the session that a sign-in replaces, without a logout_token. The browser stays signed in, so the new
   * session takes over the relying parties. @param id undefined if the browser had no session of the user.
   */
  replace(id: string | undefined, at: number): EndedSession[] {
    return id === undefined ? [] : this.#rows.endSessions('id = ?', id).filter(({ expires }) => expires > at);
  }
}

/** @returns `due`, or the present if logout_tokens were queued for the ended sessions. */
export const dueAfter = (ended: readonly EndedSession[], due: number, at: number): number =>
  ended.some(({ parties }) => parties !== null) ? at : due;

export const idsOf = (sessions: readonly EndedSession[]): string[] => sessions.map(({ id }) => id);
