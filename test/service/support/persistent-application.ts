import { demoShop } from '../../../sandbox/world/demo-clients.ts';
import type { UserRecord } from '../../../workers/core/protocol/user-record.ts';
import { basic, decryptField } from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import type { LocalProcess } from './local-process.ts';

/** The shop, with the published secret of a local environment. */
const shop = { ...applications.shop, client_secret: demoShop.client_secret };

/** The demo shop's server, which repeats each request until it is answered. */
export class PersistentApplication {
  readonly #local: LocalProcess;

  constructor(local: LocalProcess) {
    this.#local = local;
  }

  /**
   * Exchanges a code for the first time. @returns undefined if a request whose answer was lost has spent it.
   * @throws if it is refused for any other reason.
   */
  async redeem(code: string): Promise<string | undefined> {
    const { access_token, status, unanswered } = await this.exchange(code);
    if (status === 500 && unanswered > 0) return undefined;
    if (access_token === undefined) throw new Error(`A code that was never sent before got status ${status}`);
    return access_token;
  }

  /** Sends a code until an answer comes. */
  async exchange(code: string) {
    let unanswered = -1;
    const response = await this.#local.persist(() => {
      unanswered += 1;
      return this.#local.fetch(`${this.#local.url}/oauth2/token`, {
        method: 'POST',
        headers: { Authorization: basic(shop), 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'authorization_code', code }).toString(),
      });
    });
    const { access_token }: { access_token?: string } = await response.json();
    return { access_token, status: response.status, unanswered };
  }

  /** The user record behind a token, decrypted; undefined if the token does not work. */
  async read(token: string): Promise<UserRecord | undefined> {
    const headers = { Authorization: `Bearer ${token}` };
    const address = `${this.#local.url}/v1/user/me`;
    const response = await this.#local.persist(() => this.#local.fetch(address, { headers }));
    if (response.status === 401) return undefined;
    if (response.status !== 200) throw new Error(`A token is answered ${response.status}`);
    const { user }: { user: UserRecord } = await response.json();
    const decrypted = (base64 = '') => decryptField(base64, shop.client_secret);
    const { ci, name, phoneNo } = user;
    return { ...user, ci: decrypted(ci), name: decrypted(name), phoneNo: decrypted(phoneNo) };
  }
}
