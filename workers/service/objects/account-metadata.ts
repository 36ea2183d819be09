import { terminatedAccountLifetime } from '../shared/service-lifetimes.ts';

/** The values that an account keeps beside its tables: the object of the person's number, and when they left. Times in seconds since 1970. */
export class AccountMetadata {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /** The name of the object of the person's number (phones.ts); an account of release 0.2 learns it at its next sign-in. */
  get phone(): string | undefined {
    return this.#kv.get<string>('phone');
  }

  notePhone(phone: string | undefined): void {
    if (phone !== undefined && this.phone !== phone) this.#kv.put('phone', phone);
  }

  /** When the person left. */
  get terminated(): number | undefined {
    return this.#kv.get<number>('terminated');
  }

  /** When nothing of the account needs to be refused any more. */
  get forgotten(): number | undefined {
    const { terminated } = this;
    return terminated && terminated + terminatedAccountLifetime;
  }

  terminate(at: number): void {
    this.#kv.delete('phone');
    this.#kv.put('terminated', at);
  }
}
