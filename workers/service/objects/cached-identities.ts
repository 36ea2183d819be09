import { signInName } from '../protocol/sign-in-name.ts';
import { maxSignInCookieLifetime } from '../settings/service-lifetimes.ts';
import type { HeldRow, HeldRows } from './held-rows.ts';

interface CachedRow extends HeldRow {
  identity: string;
}

/**
 * Identities of sign-ins whose consent page is open, so that the carrier isn't asked twice. Each identity is
 * encrypted with the key in its sign-in's cookie (grant-identity.ts), so the account can't decrypt it. Storage keys
 * may appear in traces, so they contain only a sign-in's public name. `at` is in seconds since 1970.
 */
export class CachedIdentities {
  readonly #held: HeldRows;

  constructor(held: HeldRows) {
    this.#held = held;
  }

  /**
   * Stores a sign-in's identity. @param signIn the sign-in's id.
   * @returns when the identity is deleted, in seconds since 1970.
   */
  hold(signIn: string, identity: string, at: number): number {
    const expires = at + maxSignInCookieLifetime;
    this.#held.put<CachedRow>(signInName(signIn), { identity, expires });
    return expires;
  }

  /** Returns a sign-in's identity, unless it has expired and only the alarm is late. */
  of(signIn: string, at: number): string | undefined {
    const row = this.#held.get<CachedRow>(signInName(signIn));
    return row && row.expires > at ? row.identity : undefined;
  }

  drop(signIn: string): void {
    this.#held.drop(signInName(signIn));
  }
}
