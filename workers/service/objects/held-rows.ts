/** A value that is stored until `expires`, in seconds since 1970. */
export interface HeldRow {
  expires: number;
}

const prefix = 'held ';

/** Values that an account keeps for the length of a sign-in, outside of its tables. */
export class HeldRows {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  put<Row extends HeldRow>(name: string, row: Row): void {
    this.#kv.put(prefix + name, row);
  }

  get<Row extends HeldRow>(name: string): Row | undefined {
    return this.#kv.get<Row>(prefix + name);
  }

  drop(name: string): void {
    if (this.get(name) !== undefined) this.#kv.delete(prefix + name);
  }

  /** Deletes expired values. @returns the next expiry, or Infinity if there are no values left. */
  deleteExpired(at: number): number {
    const left = [...this.#kv.list<HeldRow>({ prefix })].filter(([key, { expires }]) => {
      if (expires <= at) this.#kv.delete(key);
      return expires > at;
    });
    return Math.min(...left.map(([, { expires }]) => expires));
  }
}
