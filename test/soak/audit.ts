import type { BrowsingLife } from './browsing-life.ts';
import type { Connection } from './connection.ts';
import {
  type Figures,
  type Ledger,
  type Session,
  type SessionUser,
  type Token,
  tellsItsPerson,
} from './ledger.ts';
import type { Person } from './person.ts';
import type { SoakWorld } from './soak-world.ts';

const atOnce = 16;
/** How long a token must work, in seconds: a little less than its lifetime. */
const tokenLifetime = 590;
/** How long KV and the copies of sessions may show an ended one: 60 s of lag, and half of SESSION_CACHE_LIFETIME. */
const copiesLast = 121;
/** The number of tries, each after a further pause of an event, within which the gateway must have the event. */
const mostTries = 40;
const eventPause = 10;

export interface Audited {
  world: SoakWorld;
  connection: Connection;
  ledger: Ledger;
  figures: Figures;
  lives: readonly BrowsingLife[];
  /** Any person, who asks for everybody. */
  person: Person;
}

/** Compares every answer of a round with the present answers of the service and the gateway, while nothing fails any more. */
export async function auditAnswers(audited: Audited): Promise<void> {
  const { world, ledger, lives } = audited;
  await world.time.advance(copiesLast);
  await untilGatewayKnows(audited);
  await auditTokens(audited);
  await forEach(ledger.sessions, (session) => auditSession(audited, session));
  await auditCodes(audited);
  for (const token of ledger.tokens) token.state = 'ended';
  await forEach(lives, (life) => life.leave());
  await untilGatewayKnows(audited);
  await auditTokens(audited);
  await forEach(ledger.sessions, (session) => auditSession(audited, session));
}

/** Waits until the service's events have reached the gateway, which ends sessions for them. */
async function untilGatewayKnows({ world, ledger, person, connection, figures }: Audited): Promise<void> {
  const left = await untilNoneIsLeft(world, async () => {
    const ending = ledger.sessions.filter(({ state }) => state === 'ending');
    await forEach(ending, async (session) => {
      const { answer } = await connection.persist(() => person.ask(session.cookie, '/auth/sessions'));
      if (answer.status === 401) session.state = 'ended';
    });
    return ending.filter(({ state }) => state === 'ending');
  });
  if (left.length > 0)
    figures.violated(`${left.length} sessions live on although the service has ended their users`);
}

/** Looks for items that an event of the service has to end, again and again while its delivery is tried. @returns the items that are left at last. */
export async function untilNoneIsLeft<Item>(
  world: SoakWorld,
  find: () => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  let left = await find();
  for (let tries = 1; left.length > 0 && tries < mostTries; tries += 1) {
    await world.time.advance(eventPause);
    await new Promise((resolve) => setTimeout(resolve, 500));
    left = await find();
  }
  return left;
}

/** Every token that should work gives its person's record; no other token works. */
async function auditTokens({ world, ledger, person, connection, figures }: Audited): Promise<void> {
  const now = world.time.now();
  const isLive = ({ state, given }: Token) => state === 'live' && now < given + tokenLifetime;
  const isOver = ({ state, given }: Token) => state === 'ended' || now > given + tokenLifetime + 60;
  await forEach(ledger.tokens, async (token) => {
    const { answer } = await connection.persist(() => person.read(token.app, token.value));
    const isTheirs = answer?.plid === token.plid && answer.name === token.name;
    if (isLive(token) && !isTheirs)
      figures.violated('Audit: a token that should work does not tell its person');
    if (isOver(token) && answer !== undefined) figures.violated('Audit: a token that has ended still works');
    figures.count('audited', isLive(token) ? 'live tokens' : 'ended tokens');
  });
}

async function auditSession(audited: Audited, session: Session): Promise<void> {
  const { person, connection, figures } = audited;
  const { cookie, state } = session;
  const { answer: listed } = await connection.persist(() => person.ask(cookie, '/auth/sessions'));
  const { answer } = await connection.persist(() => person.ask(cookie, '/auth/session'));
  const expected = state === 'live' ? 200 : 401;
  if (listed.status !== expected || answer.status !== expected)
    figures.violated(`Audit: a session that is ${state} is answered ${answer.status} and ${listed.status}`);
  if (answer.status === 200) {
    const { user } = (await answer.json()) as { user: SessionUser };
    if (!tellsItsPerson(session, user, figures.namesMayLack))
      figures.violated('Audit: a session tells somebody else');
  }
  figures.count('audited', `${state} sessions`);
}

/** No code was or is redeemed a second time; a code that is sent again ends the token that was issued for it. */
async function auditCodes({ ledger, person, connection, figures }: Audited): Promise<void> {
  await forEach(ledger.codes, async ({ app, value, redeemed }) => {
    const { answer } = await connection.persist(() => person.redeem(app, value));
    if (answer !== undefined || redeemed > 1)
      figures.violated('Audit: a code was redeemed twice, or too late');
    figures.count('audited', 'codes');
  });
}

/** Runs some work for each item, a number of them at a time. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const item of queue) await work(item);
  });
  await Promise.all(workers);
}
