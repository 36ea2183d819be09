/** The answers that a soak's people have received, and their effects. */

/** The fault after which a name may be missing. */
export const rudeCarriers = 'the carriers answer in foreign shapes';

export type App = 'shop' | 'bank';

/** `live` and `ended` as an answer has said. `ending`: it ends once the gateway has the service's event. */
export type State = 'live' | 'ending' | 'ended';

export interface Token {
  value: string;
  app: App;
  /** The code that it was issued for. */
  code: string;
  plid: string;
  /** The name in its record: empty after an automatic login that is not the first. */
  name: string;
  /** The time of issue, in seconds since 1970. */
  given: number;
  state: State;
}

export interface Session {
  cookie: string;
  plid: string;
  name: string;
  /**
   * Whether it had their name when it was opened. An automatic login brings none: after a first login whose answer was lost,
   * sessions may have only the plid until the person signs in in full again.
   */
  named: boolean;
  state: State;
}

export interface SessionUser {
  plid: string;
  name?: string;
}

/** Whether a session has its person's values and no other's. @param mayLack whether a carrier may have left the name out. */
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

/** The state that one round leaves to the audit. */
export class Ledger {
  readonly tokens: Token[] = [];
  readonly sessions: Session[] = [];
  readonly codes: Code[] = [];
  readonly left = new Set<string>();

  /** Ends everything between a person and their applications at once; the gateway's sessions end once it has the event. */
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
  /** The longest time from the end of a fault until a login that began after it succeeded, in milliseconds. */
  worstRecovery = 0;
  readonly violations: string[] = [];

  /** Whether carriers have answered with faults: a name may then be missing, but never be another person's. */
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
