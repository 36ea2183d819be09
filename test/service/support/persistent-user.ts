import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { applications, serviceSecrets } from '../../support/world/test-settings.ts';
import type { LocalProcess } from './local-process.ts';

const { client_id, redirect_uri } = applications.shop;
const telcoCd = 'S';
const mostSteps = 20;

/** The end of a sign-in, and whether pages were shown on the way: any, and the consent page. */
export interface SignedIn {
  code: string;
  automatic: boolean;
  asked: boolean;
}

/**
 * A user at their browser, who repeats each request until it is answered. They remember what answers have promised, and throw if the service has
 * forgotten it.
 */
export class PersistentPerson {
  readonly name: string;
  readonly phoneNo: string;
  readonly #local: LocalProcess;
  #browser: BrowserSession;
  /** Whether an answer has confirmed their consent. */
  #agreed = false;

  constructor(local: LocalProcess, number: number) {
    this.#local = local;
    this.name = `사람${number}`;
    this.phoneNo = `0108${String(number).padStart(7, '0')}`;
    this.#browser = new BrowserSession(local);
  }

  /** Becomes a subscriber whose phone approves at once. */
  async subscribe(): Promise<void> {
    const { name, phoneNo } = this;
    const subscriber = { name, phoneNo, telcoCd, gender: 'F', birthdate: '900101', foreign: 'L' };
    await this.#post('/sandbox/subscribers', { ...subscriber, behaviour: 'approves' });
  }

  /** Signs in with a browser that has no cookies. */
  signInElsewhere(): Promise<SignedIn> {
    return this.signIn(new BrowserSession(this.#local));
  }

  /** Signs in, and agrees to automatic login if the page asks. */
  async signIn(browser = this.#browser): Promise<SignedIn> {
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 's' });
    const known = browser.cookies(this.#local.url).has(`plid-device-${client_id}`);
    let page = await this.#local.persist(() => browser.get(`${this.#local.url}/oauth2/authorize?${query}`));
    const automatic = codeIn(page) !== null;
    if (known && !automatic) throw new Error('An automatic login is lost');
    let asked = false;
    for (let step = 0; step < mostSteps; step += 1) {
      const code = codeIn(page);
      if (code !== null) {
        this.#agreed = true;
        return { code, automatic, asked };
      }
      asked ||= isConsent(page);
      page = await this.#goOn(browser, page);
    }
    throw new Error(`No end of a sign-in:\n${page.text}`);
  }

  async #goOn(browser: BrowserSession, page: Shown): Promise<Shown> {
    if (page.status === 429) await pause(Number(page.headers.get('Retry-After')));
    if (isConsent(page)) {
      if (this.#agreed) throw new Error('A consent is lost');
      return this.#local.persist(() => browser.submit(page, {}, 'form[action$="/consent"]'));
    }
    const { name, phoneNo } = this;
    return isSignIn(page)
      ? this.#local.persist(() =>
          browser.submit(page, { name, phoneNo, telcoCd, autoLogin: 'Y' }, 'form[action$="/sign-in"]'),
        )
      : this.#local.persist(() => browser.get(page.url));
  }

  /** Leaves the phone authentication app; the user forgets everything too. */
  async leave(): Promise<void> {
    await this.#post('/admin/subscribers/leave', { phoneNo: this.phoneNo });
    this.#agreed = false;
    this.#browser = new BrowserSession(this.#local);
  }

  /** The applications where they log in automatically, as the service lists them. */
  async automaticLogins(): Promise<string[]> {
    const answer = await this.#post('/admin/subscribers/automatic-logins', { phoneNo: this.phoneNo });
    const { automaticLogins }: { automaticLogins: { client_id: string }[] } = await answer.json();
    return automaticLogins.map((login) => login.client_id);
  }

  async #post(path: string, body: object): Promise<Response> {
    const Authorization = `Bearer ${serviceSecrets.CARRIER_TOKEN}`;
    const headers = { Authorization, 'Content-Type': 'application/json', Accept: 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await this.#local.persist(() => this.#local.fetch(`${this.#local.url}${path}`, init));
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}

const codeIn = ({ url }: Shown) => url.searchParams.get('code');
const isConsent = ({ document }: Shown) => document.querySelector('form[action$="/consent"]') !== null;
const isSignIn = ({ document }: Shown) => document.querySelector('input[name=phoneNo]') !== null;

/** @param seconds to wait. */
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
