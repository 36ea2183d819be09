import type { OpenIdGrant } from '../shared/openid-codes.ts';
import { grantLifetime, longestSignIn } from '../shared/service-lifetimes.ts';
import { signInName } from '../shared/sign-in-name.ts';

interface Held {
  identity?: string;
  openid?: OpenIdGrant;
  /** In seconds since 1970. */
  expires: number;
}

const prefix = 'held ';
/** Keys are traced: the id of a sign-in, which is a part of its cookie's name, is not. */
const keyOf = (signIn: string) => prefix + signInName(signIn);
const openIdKeyOf = (signIn: string) => `${prefix}openid ${signInName(signIn)}`;

/**
 * The identities of sign-ins whose consent page is open, so that no carrier is asked for one twice. Each is sealed under the key of its sign-in's cookie
 * (grant-identity.ts), as in a grant: the account cannot read it. Beside them the requests of OpenID Connect whose grants are made: no column of a
 * grant, so that other logins have no cost. `at` is in seconds since 1970.
 */
export class CachedIdentities {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /** @param signIn its id. @returns when it is deleted, in seconds since 1970. */
  hold(signIn: string, identity: string, at: number): number {
    const expires = at + longestSignIn;
    this.#kv.put<Held>(keyOf(signIn), { identity, expires });
    return expires;
  }

  of(signIn: string): string | undefined {
    return this.#kv.get<Held>(keyOf(signIn))?.identity;
  }

  /** The request that the code of a grant answers. @param signIn its id. */
  holdOpenId(signIn: string, openid: OpenIdGrant, at: number): void {
    this.#kv.put<Held>(openIdKeyOf(signIn), { openid, expires: at + grantLifetime });
  }

  openIdOf(signIn: string): OpenIdGrant | undefined {
    return this.#kv.get<Held>(openIdKeyOf(signIn))?.openid;
  }

  drop(signIn: string): void {
    if (this.of(signIn) !== undefined) this.#kv.delete(keyOf(signIn));
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
