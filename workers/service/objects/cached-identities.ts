import type { OpenIdGrant } from '../shared/openid-codes.ts';
import { grantLifetime, maxSignInCookieLifetime } from '../shared/service-lifetimes.ts';
import { signInName } from '../shared/sign-in-name.ts';

interface CachedRow {
  identity?: string;
  openid?: OpenIdGrant;
  /** In seconds since 1970. */
  expires: number;
}

const prefix = 'held ';
/**
 * Storage keys may appear in traces, so they contain only a sign-in's public name. The sign-in's full id must stay
 * out of traces, because the name of the sign-in's cookie contains it.
 */
const keyOf = (signIn: string) => prefix + signInName(signIn);
const openIdKeyOf = (signIn: string) => `${prefix}openid ${signInName(signIn)}`;

/**
 * Identities of sign-ins whose consent page is open, so that the carrier isn't asked twice. Each identity is
 * encrypted with the key in its sign-in's cookie (grant-identity.ts), so the account can't decrypt it. This class
 * also stores the OpenID Connect requests of grants. They are stored outside of the grants table, so that other
 * logins don't pay for additional columns. `at` is in seconds since 1970.
 */
export class CachedIdentities {
  readonly #kv: SyncKvStorage;

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /**
   * Stores a sign-in's identity. @param signIn the sign-in's id.
   * @returns when the identity is deleted, in seconds since 1970.
   */
  hold(signIn: string, identity: string, at: number): number {
    const expires = at + maxSignInCookieLifetime;
    this.#kv.put<CachedRow>(keyOf(signIn), { identity, expires });
    return expires;
  }

  /** Returns a sign-in's identity, unless it has expired and only the alarm is late. */
  of(signIn: string, at: number): string | undefined {
    const { identity, expires = 0 } = this.#kv.get<CachedRow>(keyOf(signIn)) ?? {};
    return expires > at ? identity : undefined;
  }

  /** Stores the OpenID Connect request of a grant. @param signIn the sign-in's id. */
  holdOpenId(signIn: string, openid: OpenIdGrant, at: number): void {
    this.#kv.put<CachedRow>(openIdKeyOf(signIn), { openid, expires: at + grantLifetime });
  }

  openIdOf(signIn: string): OpenIdGrant | undefined {
    return this.#kv.get<CachedRow>(openIdKeyOf(signIn))?.openid;
  }

  drop(signIn: string): void {
    if (this.#kv.get(keyOf(signIn)) !== undefined) this.#kv.delete(keyOf(signIn));
  }

  /** Deletes expired values. @returns the next expiry, or Infinity if there are no values left. */
  deleteExpired(at: number): number {
    const left = [...this.#kv.list<CachedRow>({ prefix })].filter(([key, { expires }]) => {
      if (expires <= at) this.#kv.delete(key);
      return expires > at;
    });
    return Math.min(...left.map(([, { expires }]) => expires));
  }
}
