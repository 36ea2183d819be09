import {
  type Account,
  type App,
  type Asked,
  type AutomaticLogin,
  apps,
  type Code,
  type Device,
  type Flags,
  type NumberIndex,
  type Passkey,
  type Session,
} from './entities.ts';

const attributes: Record<App, readonly string[]> = {
  shop: ['ci', 'phoneNo', 'name', 'gender', 'agegroup', 'birthday', 'birthdate', 'foreign', 'telcoCd'],
  bank: ['ci', 'name'],
};
/** In seconds. */
const lifetimes = {
  code: 60,
  token: 600,
  session: 43_200,
  automaticLogin: 14 * 86_400,
  passkey: 180 * 86_400,
};

/** The interface as far as one user's life uses it, without code of the product. The tests compare the product with it. */
export class Life {
  now = 0;
  readonly holders: [0 | 1, 0 | 1] = [0, 0];
  readonly accounts: [Account | undefined, Account | undefined] = [undefined, undefined];
  readonly codes: Code[] = [];
  readonly sessions: Session[] = [];
  /** The ids of the live secrets of each application, the newest first. */
  readonly secrets: Record<App, string[]>;
  readonly #automatic: Record<Device, Partial<Record<App, AutomaticLogin>>> = { phone: {}, laptop: {} };
  readonly passkeys: Passkey[] = [];
  /** Until when a device isn't asked for another passkey. */
  readonly #unasked: Record<Device, number> = { phone: 0, laptop: 0 };
  readonly current: Partial<Record<Device, Session>> = {};
  /** The users that the gateway remembers: whether they need a full sign-in since they logged out everywhere, and whether it has their attributes. */
  readonly #users = new Map<Account, { fullNeeded: boolean; known: boolean }>();

  /** Accounts that the service has disconnected from the shop since the last {@link takeDisconnected}. The gateway gets an event for each. */
  #disconnected = new Set<Account>();
  readonly left = new Set<Account>();
  /** How many more sessions of an account there may be: of log-ins whose answers were lost. */
  readonly #lost = new Map<Account, number>();

  constructor({ shop, bank }: Record<App, readonly string[]>) {
    this.secrets = { shop: [...shop], bank: [...bank] };
  }

  /** A sign-in at an application. @param full whether it asks for a full one; @param chosen the box for automatic login. */
  signIn(device: Device, number: NumberIndex, app: App, full: boolean, chosen: boolean): Asked {
    const automatic = full ? undefined : this.#automaticLogin(device, app);
    if (automatic !== undefined) {
      this.#issue(automatic, app, 'YN');
      return { signIn: false, consent: false, passkey: false };
    }
    const { account, flags, consent } = this.#fullSignIn(device, number, app, !full, chosen);
    this.#issue(account, app, flags);
    return { signIn: true, consent, passkey: this.#createPasskey(device, account, app, flags) };
  }

  /** A device is asked once, after a sign-in that turns on automatic login; the user then creates a passkey. */
  #createPasskey(device: Device, account: Account, app: App, flags: Flags): boolean {
    if (flags !== 'YY' || this.now < this.#unasked[device]) return false;
    const expires = this.now + lifetimes.passkey;
    this.#unasked[device] = expires;
    this.passkeys.push({ account, app, expires, ended: false });
    return true;
  }

  /** @returns whether a passkey signs in, which needs the user's consent and no phone. */
  signInByPasskey({ account, ended, expires }: Passkey, app: App): boolean {
    const isGranted = !ended && this.now < expires && account.consents.has(app);
    if (isGranted) this.#issue(account, app, 'YN');
    return isGranted;
  }

  /** The passkeys of a number's owner. */
  livePasskeys = (number: NumberIndex): Passkey[] =>
    this.passkeys.filter(
      ({ account, ended, expires }) => account === this.accounts[number] && !ended && this.now < expires,
    );

  #endPasskeys(account: Account, app?: App): void {
    for (const passkey of this.passkeys)
      if (passkey.account === account && (app === undefined || passkey.app === app)) passkey.ended = true;
  }

  /** Whether a sign-in waits until its carrier answers properly: the identity decides whether the user owns the number. */
  needs = (number: NumberIndex, field: string): boolean =>
    ['answer', 'status', 'requestId', 'identity', 'phoneNo'].includes(field) ||
    (field === 'ci' && this.accounts[number] !== undefined);

  /** A full sign-in whose carrier answers one field with a fault, until the fault is noticed. */
  signInRudely(device: Device, number: NumberIndex, app: App, field: string): Asked {
    const waits = this.needs(number, field);
    const asked = this.signIn(device, number, app, true, false);
    const [code] = this.codes.slice(-1);
    if (code !== undefined && !waits) code.lacks = field;
    return asked;
  }

  /** A login at the gateway, which belongs to the shop. */
  logIn(device: Device, number: NumberIndex, chosen: boolean): Asked {
    const automatic = this.#automaticLogin(device, 'shop');
    if (automatic !== undefined && !this.#users.get(automatic)?.fullNeeded) {
      const user = this.#users.get(automatic) ?? { fullNeeded: false, known: false };
      this.#users.set(automatic, user);
      this.#open(device, automatic, 'YN');
      return { signIn: false, consent: false, passkey: false };
    }
    const full = this.#fullSignIn(device, number, 'shop', automatic === undefined, chosen);
    this.#users.set(full.account, { fullNeeded: false, known: true });
    this.#open(device, full.account, full.flags);
    const passkey = this.#createPasskey(device, full.account, 'shop', full.flags);
    return { signIn: true, consent: full.consent, passkey };
  }

  /** The attributes of a code's record that have a value. */
  known({ app, flags, lacks }: Code): string[] {
    return flags === 'YN' ? [] : attributes[app].filter((attribute) => attribute !== lacks);
  }

  /** @returns the status of the answer to a code. */
  redeem(code: Code, by: App, secret: string): 200 | 400 | 500 {
    if (code.expires <= this.now && (by !== code.app || code.state === 'issued')) return 500;
    if (by !== code.app) return 400;
    if (code.state === 'issued') {
      Object.assign(code, { state: 'redeemed', secret, tokenExpires: this.now + lifetimes.token });
      return 200;
    }
    if (this.now < code.expires + lifetimes.token) code.state = 'ended';
    return 500;
  }

  /** Whether the token that was issued for a code works. */
  works({ state, tokenExpires, secret, app }: Code): boolean {
    return state === 'redeemed' && this.now < tokenExpires && this.secrets[app].includes(secret);
  }

  /** Whether one device is logged in automatically at an application. */
  isAutomatic = (device: Device, app: App): boolean => this.#automaticLogin(device, app) !== undefined;

  loseSessions(account: Account, lost: number): void {
    this.#lost.set(account, this.lostSessions(account) + lost);
  }

  lostSessions = (account: Account): number => this.#lost.get(account) ?? 0;

  isLive({ ended, expires }: Session): boolean {
    return !ended && this.now < expires;
  }

  /** Whether the gateway has more of a session's user than their plid. */
  isKnown({ account }: Session): boolean {
    return this.#users.get(account)?.known === true;
  }

  /** The applications at which the owner of a number is logged in automatically. */
  automaticLogins(number: NumberIndex): App[] {
    const logins = [...(this.accounts[number]?.logins ?? [])].filter(({ expires }) => expires > this.now);
    return apps.filter((app) => logins.some((login) => login.app === app));
  }

  connections = (number: NumberIndex): App[] =>
    apps.filter((app) => this.accounts[number]?.consents.has(app) === true);

  /** @returns whether there was anything to disconnect. */
  disconnect(account: Account, app: App): boolean {
    this.#endCodes(account, app);
    this.#endLogins(account, app);
    const isConnected = account.consents.delete(app);
    if (isConnected) this.#endPasskeys(account, app);
    if (app === 'shop' && isConnected) this.#forget(account);
    return isConnected;
  }

  disconnectAtGateway({ account }: Session): void {
    this.disconnect(account, 'shop');
    this.#forget(account);
  }

  /** The gateway forgets a user whom the service has disconnected: at once, or when it has received the service's event. */
  #forget(account: Account): void {
    this.#disconnected.add(account);
    this.#endSessions(account);
    this.#users.delete(account);
  }

  /** @returns the accounts that the gateway forgets. */
  takeDisconnected(): ReadonlySet<Account> {
    const taken = this.#disconnected;
    this.#disconnected = new Set();
    return taken;
  }

  leave(number: NumberIndex): void {
    const account = this.accounts[number];
    this.accounts[number] = undefined;
    if (account === undefined) return;
    for (const app of apps) this.disconnect(account, app);
    this.#endPasskeys(account);
    this.left.add(account);
  }

  endAutomaticLogins(number: NumberIndex, app: App): void {
    const account = this.accounts[number];
    if (account === undefined) return;
    this.#endLogins(account, app);
    this.#endPasskeys(account);
  }

  logOut(session: Session, everywhere: boolean): void {
    const isLive = this.isLive(session);
    session.ended = true;
    const user = this.#users.get(session.account);
    if (!everywhere || !isLive || user === undefined) return;
    this.#endSessions(session.account);
    user.fullNeeded = true;
  }

  /** The phone of a number approves: a new owner, or the first, gets an account of their own (§2.1). */
  approve(number: NumberIndex): Account {
    const holder = this.holders[number];
    if (this.accounts[number]?.holder !== holder) this.leave(number);
    const account = this.accounts[number] ?? { number, holder, consents: new Set(), logins: new Set() };
    this.accounts[number] = account;
    return account;
  }

  #fullSignIn(device: Device, number: NumberIndex, app: App, offered: boolean, chosen: boolean) {
    const account = this.approve(number);
    const consent = !account.consents.has(app);
    account.consents.add(app);
    const existing = this.#automatic[device][app];
    const isOwn = existing?.account === account && existing.expires > this.now;
    if (!offered && isOwn) return { account, consent, flags: 'NN' as const };
    delete this.#automatic[device][app];
    if (!offered || !chosen) return { account, consent, flags: 'NN' as const };
    const login = { account, app, expires: this.now + lifetimes.automaticLogin };
    account.logins.add(login);
    this.#automatic[device][app] = login;
    return { account, consent, flags: 'YY' as const };
  }

  #automaticLogin(device: Device, app: App): Account | undefined {
    const login = this.#automatic[device][app];
    const isLive = login?.account.logins.has(login) && login.expires > this.now;
    return isLive ? login?.account : undefined;
  }

  #issue(account: Account, app: App, flags: Flags): void {
    const expires = this.now + lifetimes.code;
    this.codes.push({ account, app, flags, expires, state: 'issued', secret: '', tokenExpires: 0 });
  }

  #open(device: Device, account: Account, flags: Flags): void {
    const former = this.current[device];
    if (former !== undefined) former.ended = true;
    const known = this.#users.get(account)?.known === true;
    const session = { account, flags, known, expires: this.now + lifetimes.session, ended: false };
    this.sessions.push(session);
    this.current[device] = session;
  }

  #endCodes(account: Account, app: App): void {
    for (const code of this.codes) if (code.account === account && code.app === app) code.state = 'ended';
  }

  #endLogins(account: Account, app: App): void {
    for (const login of account.logins) if (login.app === app) account.logins.delete(login);
  }

  #endSessions(account: Account): void {
    this.#lost.delete(account);
    for (const session of this.sessions) if (session.account === account) session.ended = true;
  }
}
