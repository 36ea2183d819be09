import type { Rudeness } from '../../test/support/fakes/malformed-answers.ts';
import { BrowserSession, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { Passkey } from '../../test/support/fixtures/passkeys.ts';
import { changeSubscriber } from '../../test/support/fixtures/phones.ts';
import { authorizeUrl, type Person } from '../../test/support/fixtures/sign-in.ts';
import { reportSubscriber } from '../../test/support/requests/operator-requests.ts';
import {
  basic,
  decryptField,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../../test/support/requests/service-requests.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import type { World } from '../../test/support/world/world.ts';
import { signInRudely } from '../fuzz/malformed-carrier-sign-in.ts';
import { type App, apps, type Device, type NumberIndex, numbers, type Owner } from './entities.ts';
import type { LivingWorld } from './living-world.ts';
import { sendOnce } from './retry-unanswered.ts';

let lastNumber = 1_000_000;
/** The beginnings of the names of the user and of another user. */
const namesBegin = ['사람', '다른'] as const;
const holders = [0, 1] as const;
const telcoCd = 'S';
const plainAttributes = ['gender', 'agegroup', 'foreign', 'telcoCd'];

/** The part of a login's record that identifies the user, decrypted. */
export interface SeenRecord {
  plid: string;
  name: string;
  flags: string;
  /** The attributes that have a value. */
  known: string[];
}

/** One user with two numbers and devices, and two applications, against running workers. */
export class RealLife {
  /** The world, whose requests have an answer or throw {@link Unanswered} amid faults. */
  readonly world: World;
  #isAmidFaults = false;
  readonly #settings: LivingWorld;
  readonly #phoneNumbers: readonly [string, string];
  readonly #browsers: Record<Device, BrowserSession>;
  readonly #passkeys: Passkey[] = [];

  constructor(living: LivingWorld) {
    const { fetch } = living.world;
    const once = sendOnce(living.world);
    this.world = { ...living.world, fetch: (...asked) => (this.#isAmidFaults ? once : fetch)(...asked) };
    this.#settings = living;
    lastNumber += 2;
    this.#phoneNumbers = [`0106${lastNumber}`, `0106${lastNumber + 1}`];
    this.#browsers = { phone: new BrowserSession(this.world), laptop: new BrowserSession(this.world) };
  }

  /** Does something whose requests may have no answer. */
  async amidFaults<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isAmidFaults = true;
    try {
      return await work();
    } finally {
      this.#isAmidFaults = false;
    }
  }

  nameOf = ({ number, holder }: Owner): string =>
    holder === 0
      ? `${namesBegin[0]}${this.#phoneNumbers[0]}`
      : `${namesBegin[1]}${this.#phoneNumbers[number]}`;

  /** The numbers, names, and beginnings of names, which no storage of service or gateway may hold. */
  personalValues(): string[] {
    const owners = numbers.flatMap((number) => holders.map((holder): Owner => ({ number, holder })));
    return [...this.#phoneNumbers, ...namesBegin, ...owners.map(this.nameOf)];
  }

  #person(owner: Owner): Person {
    return { name: this.nameOf(owner), phoneNo: this.#phoneNumbers[owner.number], telcoCd };
  }

  /** The carrier assigns a number to an owner: with the name, the ci changes too. */
  subscribe = (owner: Owner): Promise<void> =>
    changeSubscriber(this.world, this.#phoneNumbers[owner.number], { name: this.nameOf(owner) });

  /** @returns the page at the end, and the pages on the way. */
  async signIn(device: Device, owner: Owner, app: App, full: boolean, chosen: boolean) {
    const { client_id, redirect_uri } = applications[app];
    const changes = { client_id, redirect_uri, ...(full && { prompt: 'login' }) };
    const browser = this.#browsers[device];
    return this.#through(browser, await browser.get(authorizeUrl(this.world, changes)), owner, chosen);
  }

  /** A full sign-in with a fault of the carrier. @returns the result, and the page of the refusal. */
  async signInRudely(device: Device, owner: Owner, app: App, manners: Rudeness) {
    const { client_id, redirect_uri } = applications[app];
    const address = authorizeUrl(this.world, { client_id, redirect_uri, prompt: 'login' });
    const asked = { address, person: this.#person(owner) };
    const { consent, ...seen } = await signInRudely(this.world, this.#browsers[device], asked, manners);
    return { ...seen, asked: { signIn: true, consent, passkey: false } };
  }

  async logIn(device: Device, owner: Owner, chosen: boolean) {
    const browser = this.#browsers[device];
    const page = await browser.get(`${this.world.gateway}/auth/login?return_to=/auth/session`);
    return this.#through(browser, page, owner, chosen);
  }

  async #through(browser: BrowserSession, first: Shown, owner: Owner, chosen: boolean) {
    const signIn = first.document.querySelector('input[name=phoneNo]') !== null;
    const box = chosen ? { autoLogin: 'Y' } : {};
    const next = signIn ? await browser.submit(first, { ...this.#person(owner), ...box }, '#sign-in') : first;
    const consent = next.url.pathname.endsWith('/consent');
    const last = consent ? await browser.submit(next) : next;
    const passkey = last.url.pathname.endsWith('/passkey');
    return {
      end: passkey ? await this.#createPasskey(browser, last) : last,
      asked: { signIn, consent, passkey },
    };
  }

  #createPasskey(browser: BrowserSession, page: Shown): Promise<Shown> {
    const created = new Passkey();
    this.#passkeys.push(created);
    return browser.submit(page, created.attest(page), '#create');
  }

  /** Signs in with one of the created passkeys, in a browser of its own. */
  async signInByPasskey(index: number, app: App): Promise<Shown> {
    const { client_id, redirect_uri } = applications[app];
    const browser = new BrowserSession(this.world);
    const page = await browser.get(authorizeUrl(this.world, { client_id, redirect_uri }));
    return browser.submit(page, this.#passkeys[index]?.assert(page), '#passkey');
  }

  /** Signs in to `/account`. @returns its page. */
  async account(device: Device, owner: Owner): Promise<Shown> {
    const browser = this.#browsers[device];
    const start = await browser.get(`${this.world.service}/account`);
    const again = start.document.querySelector('form[action="/account/sign-out"]');
    const begin =
      again === null ? start : await browser.submit(start, {}, 'form[action="/account/sign-out"]');
    const form = await browser.submit(begin, {}, 'form[action="/account/sign-in"]');
    return browser.submit(form, this.#person(owner), 'form[action$="/authorize/sign-in"]');
  }

  async redeem(code: string, by: App, secret: string) {
    const headers = { Authorization: this.#authorization(by, secret) };
    const answer = await requestToken(this.world, { code }, { headers });
    const { access_token } = (await answer.json()) as { access_token?: string };
    return { status: answer.status, access_token };
  }

  /** The record behind a token; undefined if the token does not work. */
  async read(token: string, secret: string): Promise<SeenRecord | undefined> {
    const answer = await requestUser(this.world, token);
    if (answer.status === 401) return undefined;
    const { user } = (await answer.json()) as { user: Record<string, string> };
    const { plid = '', autoLoginYn, autoStatusCheck, ...sent } = user;
    const client_secret = this.#settings.secretOf(secret);
    const values = Object.entries(sent).map(([attribute, value]): [string, string] => {
      const isPlain = value === '' || plainAttributes.includes(attribute);
      return [attribute, isPlain ? value : decryptField(value, client_secret)];
    });
    const known = values.filter(([, value]) => value !== '');
    const { name = '' } = Object.fromEntries(known);
    return {
      plid,
      name,
      flags: `${autoLoginYn}${autoStatusCheck}`,
      known: known.map(([attribute]) => attribute),
    };
  }

  disconnect = async (plid: string, app: App, secret: string): Promise<number> => {
    const headers = { Authorization: this.#authorization(app, secret) };
    return (await requestDisconnect(this.world, { plid }, { headers })).status;
  };

  /** The response to the carrier about a number: the applications that `what` lists. */
  async listed(what: 'connections' | 'automatic-logins', number: NumberIndex): Promise<App[]> {
    const answer = await this.report(what, number);
    const listed = Object.values((await answer.json()) as object).find(Array.isArray) ?? [];
    return apps.filter((app) => listed.some(({ client_id }) => client_id === applications[app].client_id));
  }

  report(what: string, number: NumberIndex, more: object = {}): Promise<Response> {
    return reportSubscriber(this.world, what, { phoneNo: this.#phoneNumbers[number], ...more });
  }

  session = (device: Device): string =>
    this.#browsers[device].cookies(this.world.gateway).get('__Host-plid-session') ?? '';

  ask(session: string, path: string): Promise<Response> {
    const headers = { Cookie: `__Host-plid-session=${session}`, 'Sec-Fetch-Site': 'same-origin' };
    return this.world.fetch(`${this.world.gateway}${path}`, { headers });
  }

  post(device: Device, path: string, body = ''): Promise<Response> {
    const type = 'application/x-www-form-urlencoded';
    const headers = { Origin: this.world.gateway, Accept: 'application/json', 'Content-Type': type };
    return this.#browsers[device].fetch(`${this.world.gateway}${path}`, { method: 'POST', headers, body });
  }

  /** HTTP Basic. @param secret the id of a present or former secret. */
  #authorization(app: App, secret: string): string {
    const client_secret = this.#settings.secretOf(secret);
    return basic({ client_id: applications[app].client_id, client_secret });
  }
}
