import type { OpenIdGrant } from '../shared/openid-codes.ts';
import { grantLifetime, longestSignIn } from '../shared/service-lifetimes.ts';
import { signInName } from '../shared/sign-in-name.ts';

interface CachedRow {
  identity?: string;
  openid?: OpenIdGrant;
  /** In seconds since 1970. */
  expires: number;
}

const prefix = 'held ';
/**
 * The id of a sign-in is part of its cookie's name. Storage keys may appear in traces, so they use its public name.
 */
const keyOf = (signIn: string) => prefix + signInName(signIn);
const openIdKeyOf = (signIn: string) => `${prefix}openid ${signInName(signIn)}`;

/**
 * Identities of sign-ins whose consent page is open, so that the carrier isn't asked twice. Each is encrypted with
 * the key in its sign-in's cookie (grant-identity.ts): the account can't decrypt it. It also stores the OpenID
 * Connect requests of grants, which aren't columns of the grants so that other logins cost nothing. `at` is in
 * seconds since 1970.
 */
export class CachedIdentities {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /** @param signIn its id. @returns when the identity is deleted, in seconds since 1970. */
  hold(signIn: string, identity: string, at: number): number {
    const expires = at + longestSignIn;
    this.#kv.put<CachedRow>(keyOf(signIn), { identity, expires });
    return expires;
  }

  of(signIn: string): string | undefined {
    return this.#kv.get<CachedRow>(keyOf(signIn))?.identity;
  }

  /** Stores the OpenID Connect request of a grant. @param signIn its id. */
  holdOpenId(signIn: string, openid: OpenIdGrant, at: number): void {
    this.#kv.put<CachedRow>(openIdKeyOf(signIn), { openid, expires: at + grantLifetime });
  }

  openIdOf(signIn: string): OpenIdGrant | undefined {
    return this.#kv.get<CachedRow>(openIdKeyOf(signIn))?.openid;
  }

  drop(signIn: string): void {
    if (this.of(signIn) !== undefined) this.#kv.delete(keyOf(signIn));
  }

  /** Deletes expired values. @returns the next expiry; Infinity without any. */
  deleteExpired(at: number): number {
    const left = [...this.#kv.list<CachedRow>({ prefix })].filter(([key, { expires }]) => {
      if (expires <= at) this.#kv.delete(key);
      return expires > at;
    });
    return Math.min(...left.map(([, { expires }]) => expires));
  }
}
