import { terminatedAccountLifetime } from '../settings/service-lifetimes.ts';

/**
 * Values that an account stores in addition to its tables: the name of its Phone object, and the time at which the user
 * left, in seconds since 1970.
 */
export class AccountMetadata {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /** The name of the account's Phone object (phones.ts). */
  get phone(): string | undefined {
    return this.#kv.get<string>('phone');
  }

  notePhone(phone: string | undefined): void {
    if (phone !== undefined && this.phone !== phone) this.#kv.put('phone', phone);
  }

  /** Time at which the user left. */
  get terminated(): number | undefined {
    return this.#kv.get<number>('terminated');
  }

  /** Time after which no token of this account can still be valid, in seconds since 1970. */
  get markExpires(): number | undefined {
    const { terminated } = this;
    return terminated && terminated + terminatedAccountLifetime;
  }

  /** Deletes the phone's name. */
  forgetPhone(): void {
    this.#kv.delete('phone');
  }

  /**
   * Marks the account as terminated. The phone's name stays until the number's registration has ended too: if the
   * answer to a termination is lost, an operator who erases the user by plid again still reaches the number.
   */
  terminate(at: number): void {
    this.#kv.put('terminated', at);
  }
}
