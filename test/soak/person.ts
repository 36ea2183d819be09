import { BrowserSession, type Shown } from '../support/people/browser-session.ts';
import { changeSubscriber } from '../support/people/phones.ts';
import { authorizeUrl } from '../support/people/sign-in.ts';
import { reportSubscriber } from '../support/requests/operator-requests.ts';
import {
  basic,
  decryptField,
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../support/requests/service-requests.ts';
import { applications } from '../support/world/test-settings.ts';
import type { World } from '../support/world/world.ts';
import { type Connection, FailedLogin } from './connection.ts';
import type { App, SessionUser } from './ledger.ts';
import type { SoakWorld } from './soak-world.ts';

const telcoCd = 'S';
const sessionCookie = '__Host-plid-session';

export interface ReadRecord {
  plid: string;
  name: string;
  automatic: boolean;
}

/** A person with two browsers and a phone, and the servers of their applications; each request may be lost. */
export class Person {
  readonly name: string;
  readonly phoneNo: string;
  /** The world behind the connection. */
  readonly #world: World;
  browsers: readonly [BrowserSession, BrowserSession];

  constructor(world: SoakWorld, connection: Connection, index: number) {
    this.phoneNo = `0108${String(5_550_000 + index)}`;
    this.name = `사람${this.phoneNo}`;
    this.#world = { ...world, fetch: connection.fetch };
    this.browsers = this.#newBrowsers();
  }

  #newBrowsers = (): [BrowserSession, BrowserSession] => [
    new BrowserSession(this.#world),
    new BrowserSession(this.#world),
  ];

  /** Both browsers lose their cookies. */
  forget(): void {
    this.browsers = this.#newBrowsers();
  }

  /** Becomes a customer of a carrier. */
  subscribe = (): Promise<void> => changeSubscriber(this.#world, this.phoneNo, { name: this.name });

  /**
   * A sign-in at an application of its own. @returns the code, and whether no page was shown.
   * @throws {Unanswered}; {FailedLogin} if it leads back without a code.
   */
  async codeAt(
    app: App,
    browser: BrowserSession,
    chosen: boolean,
  ): Promise<{ code: string; automatic: boolean }> {
    const { client_id, redirect_uri } = applications[app];
    const first = await browser.get(authorizeUrl(this.#world, { client_id, redirect_uri }));
    const end = await this.#through(browser, first, chosen);
    const code = end.url.searchParams.get('code');
    if (code === null) throw new FailedLogin(`A sign-in ended at ${end.status} ${end.url.pathname}`);
    return { code, automatic: end === first };
  }

  /** A login at the gateway. @returns the session's user, and its cookie. @throws {Unanswered}; {FailedLogin} */
  async logIn(browser: BrowserSession, chosen: boolean) {
    const first = await browser.get(`${this.#world.gateway}/auth/login?return_to=/auth/session`);
    const end = await this.#through(browser, first, chosen);
    const { pathname } = end.url;
    if (pathname !== '/auth/session' || end.status !== 200)
      throw new FailedLogin(`A login ended at ${end.status} ${pathname}`);
    const { user } = JSON.parse(end.text) as { user: SessionUser };
    const { plid, name } = user;
    return { plid, name, cookie: this.sessionCookie(browser), automatic: end === first };
  }

  async #through(browser: BrowserSession, first: Shown, chosen: boolean): Promise<Shown> {
    const asked = first.document.querySelector('input[name=phoneNo]') !== null;
    const box = chosen ? { autoLogin: 'Y' } : {};
    const { name, phoneNo } = this;
    const form = 'form[action$="/authorize/sign-in"]';
    const next = asked ? await browser.submit(first, { name, phoneNo, telcoCd, ...box }, form) : first;
    const consent = next.url.pathname.endsWith('/consent');
    return consent ? browser.submit(next, {}, 'form[action$="/consent"]') : next;
  }

  sessionCookie = (browser: BrowserSession): string =>
    browser.cookies(this.#world.gateway).get(sessionCookie) ?? '';

  /** Redeems a code. @returns the token; undefined if the code is refused. */
  async redeem(app: App, code: string): Promise<string | undefined> {
    const headers = { Authorization: basic(applications[app]) };
    const { access_token } = await jsonOf(await requestToken(this.#world, { code }, { headers }));
    return access_token;
  }

  /** The record behind a token; undefined if the token does not work. */
  async read(app: App, token: string): Promise<ReadRecord | undefined> {
    const answer = await requestUser(this.#world, token);
    if (answer.status !== 200) return undefined;
    const { user } = await jsonOf(answer);
    const { name: sent = '', plid = '', autoLoginYn, autoStatusCheck } = user ?? {};
    const name = sent === '' ? '' : decryptField(sent, applications[app].client_secret);
    return { plid, name, automatic: autoLoginYn === 'Y' && autoStatusCheck === 'N' };
  }

  /** §4.4. @returns its status. */
  async disconnect(app: App, plid: string): Promise<number> {
    const headers = { Authorization: basic(applications[app]) };
    return (await requestDisconnect(this.#world, { plid }, { headers })).status;
  }

  /** The carrier reports to the service that they have left. @returns the status. */
  leave = async (): Promise<number> =>
    (await reportSubscriber(this.#world, 'leave', { phoneNo: this.phoneNo })).status;

  ask(cookie: string, path: '/auth/session' | '/auth/sessions'): Promise<Response> {
    const headers = { Cookie: `${sessionCookie}=${cookie}`, 'Sec-Fetch-Site': 'same-origin' };
    return this.#world.fetch(`${this.#world.gateway}${path}`, { headers });
  }

  /** A form of the application's own page at the gateway. */
  post(browser: BrowserSession, path: '/auth/logout' | '/auth/disconnect', body = ''): Promise<Response> {
    const type = 'application/x-www-form-urlencoded';
    const headers = { Origin: this.#world.gateway, Accept: 'application/json', 'Content-Type': type };
    return browser.fetch(`${this.#world.gateway}${path}`, { method: 'POST', headers, body });
  }
}
