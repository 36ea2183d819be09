import type { LoginFacts } from '../../../core/protocol/login-facts.ts';
import type { AccountEnding, AccountOverview, EndedInAccount } from '../../objects/account-overview.ts';
import type { AccountContext, AccountPart } from '../../objects/account-part.ts';
import type { GrantRequest, RepeatedGrantRequest } from '../../objects/account-tables.ts';
import type { SignedIn } from '../../objects/sign-in-entry.ts';
import { accountClientId } from '../../registry/account-client.ts';
import { createSignInEntry, LatestSignIns } from './latest-sign-ins.ts';

/** What the page `/account` shows of an account and ends in it. `at` is in seconds since 1970. */
export class AccountPage implements AccountPart {
  readonly #account: AccountContext;
  readonly latest: LatestSignIns;

  constructor(account: AccountContext) {
    this.#account = account;
    this.latest = new LatestSignIns(account.storage);
  }

  granted(request: GrantRequest, at: number): void {
    this.latest.note(createSignInEntry(request, request.from, at));
  }

  /** An automatic login isn't listed. */
  grantedAgain({ client_id, seen }: RepeatedGrantRequest, _: LoginFacts, at: number): void {
    if (seen) this.latest.note(createSignInEntry({ client_id, agent: seen.agent }, seen.from, at));
  }

  terminated(): void {
    this.latest.deleteAll();
  }

  /** The latest sign-ins by phone or passkey, newest first. */
  signIns(): SignedIn[] {
    return this.latest.list();
  }

  /**
   * Returns the data for the page. @param session the user's grant for this page.
   * @returns undefined if the grant has ended.
   */
  overview(session: string, at: number): Omit<AccountOverview, 'passkeys'> | undefined {
    const grant = this.#account.queries.readableGrant(session, accountClientId, at);
    if (grant === undefined) return undefined;
    return {
      ends: grant.expires,
      connections: this.#account.connections(),
      automaticLogins: this.#account.automaticLogins(at),
      signIns: this.signIns(),
      browsersForgotten: this.latest.browsersForgotten(),
      phone: this.#account.metadata.phone,
    };
  }

  /**
   * Ends what the user chose on the page.
   * @returns what has ended, grouped by type, or undefined if the session had already ended.
   */
  end(session: string, ending: AccountEnding, at: number): EndedInAccount | undefined {
    const { queries } = this.#account;
    if (queries.readableGrant(session, accountClientId, at) === undefined) return undefined;
    const { what } = ending;
    if (what === 'session') queries.endGrant(session);
    if (what === 'browsers') this.latest.forgetBrowsers(at);
    const connected = this.#account.connections().map(({ client_id }) => client_id);
    const disconnected = connected.filter(
      (client_id) => what === 'connections' || (what === 'connection' && client_id === ending.client_id),
    );
    for (const client_id of disconnected) this.#account.disconnect(client_id, at);
    const automaticLogins = what === 'device' ? this.#account.endDevice(ending.id) : [];
    return { disconnected, automaticLogins, passkeys: [] };
  }
}
