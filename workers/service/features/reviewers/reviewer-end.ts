import type { AccountContext, AccountPart } from '../../objects/account-part.ts';
import type { GrantRequest } from '../../objects/account-tables.ts';
import { isReviewPlid } from '../../settings/review-plid.ts';

const key = 'ends';

/**
 * Ends the account of a store reviewer with the reviewer's period. For every other user, no storage is read. Times are in
 * seconds since 1970.
 */
export class ReviewerEnd implements AccountPart {
  readonly #account: AccountContext;
  readonly #kv: SyncKvStorage;

  constructor(account: AccountContext) {
    this.#account = account;
    this.#kv = account.storage.kv;
  }

  mayGrant({ ends = Infinity }: GrantRequest, at: number): boolean {
    return ends > at;
  }

  granted({ ends }: GrantRequest): void {
    if (ends !== undefined && this.#ends !== ends) this.#kv.put(key, ends);
  }

  /** Terminates the account after the reviewer's period. */
  isOver(at: number): boolean {
    if (!isReviewPlid(this.#account.plid)) return false;
    const ends = this.#ends;
    if (ends !== undefined && ends <= at) this.#account.terminate(at);
    return ends === undefined || ends <= at;
  }

  terminated(): void {
    this.#kv.delete(key);
  }

  deleteExpired(): number {
    return (isReviewPlid(this.#account.plid) && this.#ends) || Infinity;
  }

  get #ends(): number | undefined {
    return this.#kv.get<number>(key);
  }
}
