import type { ObjectStore } from '../../core/storage/object-store.ts';
import type { NoticeLink } from '../shared/service-sealed-types.ts';
import type { AccountDisclosures } from '../features/affected-users/account-disclosures.ts';
import type { AccountOutbox } from '../features/events/account-events.ts';
import type { AccountQueries } from './account-queries.ts';
import type { EndedByNotice } from './account-tables.ts';
import { deleteConsents, readConsent } from './consent-queries.ts';
import type { LatestSignIns } from '../features/account-page/latest-sign-ins.ts';

interface Parts {
  sql: SqlStorage;
  store: ObjectStore;
  queries: AccountQueries;
  latest: LatestSignIns;
  outbox: AccountOutbox;
  disclosures: AccountDisclosures;
}

/**
 * Ends parts of an account. Each part ends in the same transaction that queues the event for its application. The
 * tables must exist (account-tables.ts). `at` is in seconds since 1970.
 */
export class Revocations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends everything between the user and an application. @returns whether there was anything to end. */
  disconnect(client_id: string, at: number): boolean {
    const { sql, store, queries, outbox, disclosures } = this.#parts;
    return store.change(() => {
      if (readConsent(sql, client_id) === undefined) return false;
      disclosures.end(client_id, at);
      deleteConsents(sql, client_id);
      queries.endDevicesOf(client_id);
      queries.endGrantsOf(client_id);
      outbox.add('tokens-revoked', [client_id], at);
      return true;
    });
  }

  /**
   * Ends what a notice is about, and nothing that started later. A consent is identified by its time, and an
   * automatic login by its device. A sign-in ends only once, together with the user's sessions at the application.
   */
  endNoticed({ kind, client_id, sign_in, at: happened }: NoticeLink, at: number): EndedByNotice {
    const { sql, queries, latest } = this.#parts;
    const consent = readConsent(sql, client_id);
    if (kind === 'consent')
      return { ended: consent?.agreed === happened && this.disconnect(client_id, at), at };
    if (kind === 'automatic_login') return { ended: queries.endDevice(sign_in).length > 0, at };
    const first = latest.ended(sign_in);
    if (first === undefined) this.#endSignIn(sign_in, consent && client_id, at);
    return { ended: first === undefined, at: first ?? at };
  }

  /**
   * Ends a sign-in with its grant and automatic login. @param connected the application, if the user is connected
   * to it.
   */
  #endSignIn(id: string, connected: string | undefined, at: number): void {
    const { store, queries, latest, outbox } = this.#parts;
    store.change(() => {
      latest.end(id, at);
      queries.endGrant(id);
      queries.endDevice(id);
      if (connected !== undefined) outbox.add('tokens-revoked', [connected], at);
    });
  }
}
