import { type App, type Session, type SessionUser, tellsItsPerson } from './ledger.ts';
import { Life } from './life.ts';

/** The same person at the gateway, in two browsers, and their next steps. */
export class BrowsingLife extends Life {
  /** Takes one more step, which is drawn. */
  act(): Promise<void> {
    const { draw } = this.surroundings;
    const browser = draw.of<0 | 1>([0, 1]);
    const app = draw.of<App>(['shop', 'bank']);
    const chosen = draw.of([true, false]);
    const acts: [weight: number, act: () => Promise<void>][] = [
      [6, () => this.logIn(browser, chosen)],
      [4, () => this.signIn(app, browser, chosen)],
      [4, () => this.look()],
      [4, () => this.read()],
      [1, () => this.race(app, browser)],
      [1, () => this.replay()],
      [2, () => this.logOut(browser, '')],
      [1, () => this.logOutEverywhere(browser)],
      [1, () => this.disconnect(app)],
      [1, () => this.disconnectAtGateway(browser)],
      [1, () => this.leave()],
    ];
    return draw.of(acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act)))();
  }

  async logIn(index: 0 | 1, chosen: boolean): Promise<void> {
    const { ledger, figures } = this.surroundings;
    const browser = this.person.browsers[index];
    const former = this.#sessionIn(index);
    const { plid, name, cookie, automatic } = await this.login('shop', () =>
      this.person.logIn(browser, chosen),
    );
    const named = name !== undefined;
    const mayLack = automatic || figures.namesMayLack;
    this.recognise(plid, name === this.person.name || (mayLack && !named), 'a session');
    if (former !== undefined) former.state = 'ended';
    const session: Session = { cookie, plid, name: this.person.name, named, state: 'live' };
    ledger.sessions.push(session);
    if (automatic) figures.automatic += 1;
    await this.#expectListed(session);
  }

  /** Asks for the user of one of their sessions. */
  async look(): Promise<void> {
    const session = this.#anySession();
    if (session === undefined) return;
    const { connection, figures } = this.surroundings;
    const { answer } = await connection.persist(() => this.person.ask(session.cookie, '/auth/session'));
    this.expect(answer.status === 200, `A session is answered ${answer.status}`);
    if (answer.status !== 200) return;
    const { user } = (await answer.json()) as { user: SessionUser };
    this.expect(tellsItsPerson(session, user, figures.namesMayLack), 'A session tells somebody else');
  }

  /** Logs out everywhere in one browser, while the other one is signed in as well. */
  async logOutEverywhere(index: 0 | 1): Promise<void> {
    for (const each of [0, 1] as const)
      if (this.#sessionIn(each)?.state !== 'live') await this.logIn(each, each === index);
    await this.logOut(index, 'everywhere=Y');
  }

  /** @param body `everywhere=Y`, or nothing. */
  async logOut(index: 0 | 1, body: '' | 'everywhere=Y'): Promise<void> {
    const { connection, ledger } = this.surroundings;
    const session = this.#sessionIn(index);
    if (session?.state !== 'live') return;
    const open = body === '' ? [session] : ledger.sessionsOf(session.plid, 'live', 'ending');
    const live = open.filter(({ state }) => state === 'live');
    const browser = this.person.browsers[index];
    const { answer, repeats } = await connection.persist(() =>
      this.person.post(browser, '/auth/logout', body),
    );
    this.expect(answer.status === 200, `A log-out is answered ${answer.status}`);
    const { ended } = (await answer.json()) as { ended: number };
    this.expect(ended >= live.length || repeats > 0, `A log-out ended ${ended} of ${live.length} sessions`);
    for (const each of open) {
      each.state = 'ended';
      await this.#expectEnded(each);
    }
  }

  async disconnectAtGateway(index: 0 | 1): Promise<void> {
    const { connection, ledger } = this.surroundings;
    const session = this.#sessionIn(index);
    if (session?.state !== 'live') return;
    const browser = this.person.browsers[index];
    const { answer, repeats } = await connection.persist(() => this.person.post(browser, '/auth/disconnect'));
    const isDone = answer.status === 200 || (answer.status === 401 && repeats > 0);
    this.expect(isDone, `A disconnect at the gateway is answered ${answer.status}`);
    ledger.endTokens(session.plid, 'shop');
    ledger.endSessions(session.plid, 'ended');
    this.connected.delete('shop');
    await this.#expectEnded(session);
  }

  /** The user's object answers, which neither lags nor caches. */
  async #expectListed({ cookie }: Session): Promise<void> {
    const { connection } = this.surroundings;
    const { answer } = await connection.persist(() => this.person.ask(cookie, '/auth/sessions'));
    this.expect(answer.status === 200, `A session of a moment ago is answered ${answer.status}`);
  }

  async #expectEnded({ cookie }: Session): Promise<void> {
    const { connection } = this.surroundings;
    const { answer } = await connection.persist(() => this.person.ask(cookie, '/auth/sessions'));
    this.expect(answer.status === 401, `A session that has ended is answered ${answer.status}`);
  }

  #sessionIn(index: 0 | 1): Session | undefined {
    const cookie = this.person.sessionCookie(this.person.browsers[index]);
    return this.surroundings.ledger.sessions.find((session) => session.cookie === cookie);
  }

  #anySession(): Session | undefined {
    const { ledger, draw } = this.surroundings;
    const live = this.plid === undefined ? [] : ledger.sessionsOf(this.plid, 'live');
    return live.length === 0 ? undefined : draw.of(live);
  }
}
