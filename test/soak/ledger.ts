/** What the people of a soak were told, and what came of it. */

/** The fault after which a name may be missing. */
export const rudeCarriers = 'the carriers answer in foreign shapes';

export type App = 'shop' | 'bank';

/** `live` and `ended`: an answer has said so. `ending`: it ends once the gateway was told by the service. */
export type State = 'live' | 'ending' | 'ended';

export interface Token {
  value: string;
  app: App;
  /** What it was made from. */
  code: string;
  plid: string;
  /** The name that its record tells: empty after an automatic login that is not the first. */
  name: string;
  /** When it was given, in seconds since 1970. */
  given: number;
  state: State;
}

/** A session at the gateway. */
export interface Session {
  /** What its cookie holds. */
  cookie: string;
  plid: string;
  /** Whose it is. */
  name: string;
  /**
   * Whether it told their name when it was opened. An automatic login brings none, so that a first login whose answer was lost may be followed
   * by one whose session tells the plid alone, until the person signs in in full again.
   */
  named: boolean;
  state: State;
}

/** Whom a session tells. */
export interface SessionUser {
  plid: string;
  name?: string;
}

/** Whether a session tells its person and nobody else. @param mayLack whether a carrier may have told no name. */
export const tellsItsPerson = (
  { plid, name, named }: Session,
  user: SessionUser,
  mayLack: boolean,
): boolean => user.plid === plid && (user.name === name || ((!named || mayLack) && user.name === undefined));

/** A code that was sent to the token endpoint. */
export interface Code {
  value: string;
  app: App;
  /** How many requests were answered with a token. */
  redeemed: number;
}

/** What one round leaves to be audited. */
export class Ledger {
  readonly tokens: Token[] = [];
  readonly sessions: Session[] = [];
  readonly codes: Code[] = [];
  /** Who has left. */
  readonly left = new Set<string>();

  /** Everything between a person and their applications ends at once; the gateway's sessions as soon as it is told. */
  endTokens(plid: string, app?: App): void {
    for (const token of this.tokens)
      if (token.plid === plid && (app === undefined || token.app === app)) token.state = 'ended';
  }

  sessionsOf(plid: string, ...states: State[]): Session[] {
    return this.sessions.filter((session) => session.plid === plid && states.includes(session.state));
  }

  endSessions(plid: string, state: 'ending' | 'ended'): void {
    const open = state === 'ending' ? this.sessionsOf(plid, 'live') : this.sessionsOf(plid, 'live', 'ending');
    for (const session of open) session.state = state;
  }
}

/** The figures of a whole soak. */
export class Figures {
  logins = 0;
  automatic = 0;
  requests = 0;
  unanswered = 0;
  kills = 0;
  rounds = 0;
  readonly refusals = new Map<string, number>();
  readonly faults = new Map<string, number>();
  readonly audited = new Map<string, number>();
  /** From the end of a fault until a login succeeded that began after it, in milliseconds. */
  worstRecovery = 0;
  /** What was not as promised. */
  readonly violations: string[] = [];

  /** Whether carriers have answered in foreign shapes: then a name may be missing, but never be somebody else's. */
  get namesMayLack(): boolean {
    return this.faults.has(rudeCarriers);
  }

  count(what: 'refusals' | 'faults' | 'audited', name: string, by = 1): void {
    this[what].set(name, (this[what].get(name) ?? 0) + by);
  }

  violated(what: string): void {
    this.violations.push(what);
  }
}
