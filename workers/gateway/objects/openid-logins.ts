import { openIdCodeLifetime, openIdTokenLifetime } from '../settings/gateway-lifetimes.ts';
import type { OpenIdLogin, PresentedTokenRequest } from './user-tables.ts';

/** A stored login for a relying party. It belongs to a session. */
export interface StoredOpenIdLogin {
  /** The id of the session. */
  session: string;
  login: OpenIdLogin;
  state: 'issued' | 'redeemed' | 'replayed';
  /** In seconds since 1970. */
  expires: number;
}

const prefix = 'openid ';

/**
 * A user's logins for relying parties, each from the creation of its code until its access token expires. Methods
 * decide synchronously, so that codes are single-use. The logins are KV values rather than rows in a table,
 * because most users have none.
 */
export class OpenIdLogins {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  storeLogin(id: string, session: string, login: OpenIdLogin, at: number): void {
    this.deleteExpired(at);
    this.#put(id, { session, login, state: 'issued', expires: at + openIdCodeLifetime });
  }

  /**
   * Redeems a code. If the code is used a second time, the token from the first use is revoked. If another client
   * presents the code, the code stays valid.
   */
  redeem(
    id: string,
    presented: PresentedTokenRequest,
    at: number,
  ): StoredOpenIdLogin | 'unknown' | 'replayed' {
    const stored = this.find(id, at);
    if (stored === undefined || !isOfRequest(stored.login, presented)) return 'unknown';
    if (stored.state !== 'issued') {
      this.#put(id, { ...stored, state: 'replayed' });
      return 'replayed';
    }
    const redeemed: StoredOpenIdLogin = { ...stored, state: 'redeemed', expires: at + openIdTokenLifetime };
    this.#put(id, redeemed);
    return redeemed;
  }

  find(id: string, at: number): StoredOpenIdLogin | undefined {
    const stored = this.#kv.get<StoredOpenIdLogin>(prefix + id);
    return stored !== undefined && stored.expires > at ? stored : undefined;
  }

  /** Deletes expired logins. */
  deleteExpired(at: number): void {
    for (const [key, { expires }] of this.#kv.list<StoredOpenIdLogin>({ prefix }))
      if (expires <= at) this.#kv.delete(key);
  }

  #put(id: string, login: StoredOpenIdLogin): void {
    this.#kv.put(prefix + id, login);
  }
}

const isOfRequest = (login: OpenIdLogin, presented: PresentedTokenRequest): boolean =>
  login.client_id === presented.client_id &&
  login.redirect_uri === presented.redirect_uri &&
  login.code_challenge === presented.code_challenge;
