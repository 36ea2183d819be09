import type { LoginFacts } from '../../../core/protocol/login-facts.ts';
import type { AccountContext, AccountPart } from '../../objects/account-part.ts';
import type { GrantRequest, RepeatedGrantRequest } from '../../objects/account-tables.ts';
import type { HeldRow } from '../../objects/held-rows.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { grantLifetime } from '../../settings/service-lifetimes.ts';
import type { OpenIdGrant } from '../../tokens/openid-codes.ts';
import type { OpenIdRedemption, OpenIdTokenRequest } from './openid-redemption.ts';

interface RequestRow extends HeldRow {
  openid: OpenIdGrant;
}

/** The name of a stored request, without the sign-in's full id, because storage keys may appear in traces. */
const nameOf = (signIn: string) => `openid ${signInName(signIn)}`;

/**
 * The OpenID Connect requests of an account's grants. They are stored outside of the grants table, so that other logins
 * don't pay for additional columns. `at` is in seconds since 1970.
 */
export class OpenIdGrants implements AccountPart {
  readonly #account: AccountContext;

  constructor(account: AccountContext) {
    this.#account = account;
  }

  granted({ id, openid }: GrantRequest, at: number): void {
    if (openid) this.#hold(id, openid, at);
  }

  grantedAgain({ id, openid }: RepeatedGrantRequest, facts: LoginFacts, at: number): void {
    if (openid) this.#hold(id, { ...openid, facts }, at);
  }

  /**
   * Redeems the code of an OpenID Connect request if the presented values match. If the values differ, the code
   * can still be redeemed.
   */
  redeem(id: string, client_id: string, presented: OpenIdTokenRequest, at: number): OpenIdRedemption {
    const openid = this.#account.held.get<RequestRow>(nameOf(id))?.openid;
    if (openid === undefined) return 'unknown';
    const { redirect, code_challenge } = openid;
    if (redirect !== presented.redirect || code_challenge !== presented.code_challenge) return 'other';
    const outcome = this.#account.redeem(id, client_id, at);
    if (outcome !== 'redeemed') return outcome;
    const read = this.#account.read(id, client_id, false, at);
    return read === undefined ? 'unknown' : { ...read, openid };
  }

  #hold(id: string, openid: OpenIdGrant, at: number): void {
    this.#account.held.put<RequestRow>(nameOf(id), { openid, expires: at + grantLifetime });
  }
}
