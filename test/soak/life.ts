import { type Connection, FailedLogin } from './connection.ts';
import type { Draw } from './draw.ts';
import type { FaultTimes } from './faults.ts';
import type { App, Code, Figures, Ledger, Token } from './ledger.ts';
import type { Person } from './person.ts';

export interface Surroundings {
  connection: Connection;
  faults: FaultTimes;
  figures: Figures;
  ledger: Ledger;
  draw: Draw;
  /** The time of the workers, in seconds since 1970. */
  now(): number;
}

/** One person's registrations, and their steps at the applications' own servers, one at a time. */
export class Life {
  readonly person: Person;
  protected readonly surroundings: Surroundings;
  /** The plid of the present registration, as answers have named it. */
  protected plid: string | undefined;
  protected readonly connected = new Set<App>();

  constructor(person: Person, surroundings: Surroundings) {
    this.person = person;
    this.surroundings = surroundings;
  }

  /** Signs in at an application, which redeems the code and reads the record. */
  async signIn(app: App, browser: 0 | 1, chosen: boolean): Promise<void> {
    const { connection, ledger, figures } = this.surroundings;
    const code = await this.#code(app, browser, chosen);
    const { answer: value, repeats } = await connection.persist(() => this.person.redeem(app, code.value));
    this.expect(value !== undefined || repeats > 0, 'A new code is refused');
    if (value === undefined) return;
    code.redeemed += 1;
    const { answer: record } = await connection.persist(() => this.person.read(app, value));
    this.expect(record !== undefined, 'A new token is refused');
    if (record === undefined) return;
    const { plid, automatic } = record;
    const { name } = record;
    const expected = automatic ? '' : this.person.name;
    this.recognise(plid, name === expected || (figures.namesMayLack && name === ''), 'a token');
    if (automatic) figures.automatic += 1;
    const given = this.surroundings.now();
    ledger.tokens.push({ value, app, code: code.value, plid, name, given, state: 'live' });
  }

  /** Sends the same code three times at the same moment: at most one is answered with a token, which then ends. */
  async race(app: App, browser: 0 | 1): Promise<void> {
    const code = await this.#code(app, browser, false);
    const tries = [0, 1, 2].map(() => this.person.redeem(app, code.value).catch(() => undefined));
    const tokens = (await Promise.all(tries)).filter((token) => token !== undefined);
    code.redeemed += tokens.length;
    this.expect(tokens.length <= 1, `A code was redeemed ${tokens.length} times at once`);
    await this.#sendAgain(code);
    for (const token of tokens) await this.#expectRefused(app, token);
  }

  /** Sends the code of a token again, which ends it. */
  async replay(): Promise<void> {
    const token = this.#anyToken();
    const code = this.surroundings.ledger.codes.find(({ value }) => value === token?.code);
    if (token === undefined || code === undefined) return;
    await this.#sendAgain(code);
    token.state = 'ended';
    await this.#expectRefused(token.app, token.value);
  }

  async read(): Promise<void> {
    const token = this.#anyToken();
    if (token === undefined) return;
    const { app, value, plid, name } = token;
    const { answer } = await this.surroundings.connection.persist(() => this.person.read(app, value));
    this.expect(answer?.plid === plid && answer.name === name, 'A token does not tell its person any more');
  }

  async disconnect(app: App): Promise<void> {
    const { connection, ledger } = this.surroundings;
    const { plid } = this;
    if (plid === undefined) return;
    const { answer, repeats } = await connection.persist(() => this.person.disconnect(app, plid));
    const wasConnected = this.connected.delete(app);
    this.expect(answer === 200 || !wasConnected || repeats > 0, `A disconnect is answered ${answer}`);
    ledger.endTokens(plid, app);
    if (app === 'shop') ledger.endSessions(plid, 'ending');
    for (const token of this.#tokens('ended').slice(-2)) await this.#expectRefused(token.app, token.value);
  }

  /** The carrier reports that they have left. */
  async leave(): Promise<void> {
    const { connection, ledger } = this.surroundings;
    const { answer } = await connection.persist(() => this.person.leave());
    this.expect(answer === 200, `A leave is answered ${answer}`);
    const { plid } = this;
    if (plid === undefined) return;
    this.plid = undefined;
    this.connected.clear();
    ledger.left.add(plid);
    ledger.endTokens(plid);
    ledger.endSessions(plid, 'ending');
  }

  /** Repeats a login until it succeeds. @param attempt throws {@link FailedLogin} if it has failed. */
  protected async login<Result>(app: App, attempt: () => Promise<Result>): Promise<Result> {
    const { connection, faults, figures } = this.surroundings;
    let begun = Date.now();
    const { answer } = await connection.persist(() => {
      begun = Date.now();
      return attempt().catch((failure) => {
        const isExplained = !(failure instanceof FailedLogin) || faults.since(begun);
        this.expect(isExplained, `A login failed without a fault: ${failure.message}`);
        throw failure;
      });
    });
    figures.logins += 1;
    faults.succeeded(begun);
    this.connected.add(app);
    return answer;
  }

  /** Every answer must be about this person, with the plid that they have had since they registered. */
  protected recognise(plid: string, isTheirName: boolean, who: string): void {
    const { left } = this.surroundings.ledger;
    this.expect(isTheirName, `${who} tells somebody else’s name`);
    this.expect(!left.has(plid), `${who} has the plid of somebody who has left`);
    this.expect(this.plid === undefined || this.plid === plid, `${who} has another plid than before`);
    this.plid = plid;
  }

  protected expect(holds: boolean, otherwise: string): void {
    if (!holds) this.surroundings.figures.violated(otherwise);
  }

  async #code(app: App, index: 0 | 1, chosen: boolean): Promise<Code> {
    const browser = this.person.browsers[index];
    const { code: value } = await this.login(app, () => this.person.codeAt(app, browser, chosen));
    const code: Code = { value, app, redeemed: 0 };
    this.surroundings.ledger.codes.push(code);
    return code;
  }

  /** If the answer with the token was lost, this one may bring the only token, which a further repeat ends. */
  async #sendAgain(code: Code): Promise<void> {
    const send = () => this.surroundings.connection.persist(() => this.person.redeem(code.app, code.value));
    const { answer: again } = await send();
    if (again === undefined) return;
    code.redeemed += 1;
    const { answer: third } = await send();
    this.expect(code.redeemed === 1 && third === undefined, 'A code was redeemed a second time');
  }

  async #expectRefused(app: App, token: string): Promise<void> {
    const { answer } = await this.surroundings.connection.persist(() => this.person.read(app, token));
    this.expect(answer === undefined, 'A token that has ended still works');
  }

  #tokens = (...states: Token['state'][]): Token[] =>
    this.surroundings.ledger.tokens.filter(({ plid, state }) => plid === this.plid && states.includes(state));

  #anyToken(): Token | undefined {
    const live = this.#tokens('live');
    return live.length === 0 ? undefined : this.surroundings.draw.of(live);
  }
}
