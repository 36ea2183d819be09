import { longestSignIn } from '../shared/service-lifetimes.ts';

interface Held {
  identity: string;
  /** In seconds since 1970. */
  expires: number;
}

const prefix = 'held ';

/**
 * The identities of sign-ins whose consent page is open, so that no carrier is asked for one twice. Each is sealed under the key of its sign-in's cookie
 * (grant-identity.ts), as in a grant: the account cannot read it. `at` is in seconds since 1970.
 */
export class HeldIdentities {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /** @param signIn its id. @returns when it is deleted, in seconds since 1970. */
  hold(signIn: string, identity: string, at: number): number {
    const expires = at + longestSignIn;
    this.#kv.put<Held>(prefix + signIn, { identity, expires });
    return expires;
  }

  of(signIn: string): string | undefined {
    return this.#kv.get<Held>(prefix + signIn)?.identity;
  }

  drop(signIn: string): void {
    if (this.of(signIn) !== undefined) this.#kv.delete(prefix + signIn);
  }

  /** Deletes all that have expired. @returns when the next one does; Infinity where none is left. */
  deleteExpired(at: number): number {
    const left = [...this.#kv.list<Held>({ prefix })].filter(([key, { expires }]) => {
      if (expires <= at) this.#kv.delete(key);
      return expires > at;
    });
    return Math.min(...left.map(([, { expires }]) => expires));
  }
}
