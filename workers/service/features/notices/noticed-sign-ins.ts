import type { EndedByNotice } from '../../objects/account-overview.ts';
import type { AccountContext } from '../../objects/account-part.ts';
import { readConsent } from '../../objects/consent-queries.ts';
import type { NoticeLink } from '../../settings/service-sealed-types.ts';

/** The sign-ins that were ended through their notice, by the id of each sign-in's grant. */
interface EndedSignIns {
  ended(id: string): number | undefined;
  end(id: string, at: number): void;
}

/** How other parts end what their notices are about, by the kind of notice. Each returns whether there was anything to end. */
type OtherEnds = Partial<Record<NoticeLink['kind'], (sign_in: string) => boolean>>;

/** Ends what a notice to the user is about, and nothing that started later. `at` is in seconds since 1970. */
export class NoticedSignIns {
  readonly #account: AccountContext;
  readonly #signIns: EndedSignIns;
  readonly #others: OtherEnds;

  constructor(account: AccountContext, signIns: EndedSignIns, others: OtherEnds = {}) {
    this.#account = account;
    this.#signIns = signIns;
    this.#others = others;
  }

  /** Ends the sign-in, automatic login, or consent of a notice, but only once. */
  end(link: NoticeLink, at: number): EndedByNotice {
    const { store, metadata } = this.#account;
    if (!store.exists() || metadata.terminated !== undefined) return { ended: false, at };
    const ended = this.#end(link, at);
    store.wakeBy(at, at);
    return { ...ended, phone: metadata.phone };
  }

  /**
   * A consent is identified by its time, and an automatic login by its device. A sign-in ends only once, together with
   * the user's sessions at the application.
   */
  #end({ kind, client_id, sign_in, at: happened }: NoticeLink, at: number): EndedByNotice {
    const { storage, store } = this.#account;
    const endOther = this.#others[kind];
    if (endOther !== undefined) return { ended: endOther(sign_in), at };
    if (kind === 'consent') {
      const isSame = readConsent(storage.sql, client_id)?.agreed === happened;
      return { ended: isSame && this.#account.disconnect(client_id, at), at };
    }
    if (kind === 'automatic_login') return { ended: this.#account.endDevice(sign_in).length > 0, at };
    const first = this.#signIns.ended(sign_in);
    if (first !== undefined) return { ended: false, at: first };
    store.change(() => {
      this.#signIns.end(sign_in, at);
      this.#account.endSignIn(sign_in, client_id, at);
    });
    return { ended: true, at };
  }
}
