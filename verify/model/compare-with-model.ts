import assert from 'node:assert/strict';
import { type Account, type Code, numbers, type Session } from './entities.ts';
import type { Life } from './model.ts';
import type { RealLife, SeenRecord } from './system.ts';

/** The answers of the running workers, in the order of the model's codes and sessions. */
export interface Observed {
  real: RealLife;
  codes: { code: string; access_token?: string | undefined }[];
  /** The cookies of the sessions. */
  sessions: string[];
  plids: Map<Account, string>;
  /** Tokens and sessions that have been refused: only the end of the life tries them again. */
  dead: Set<Code | Session>;
}

/** How often a session that has ended may still be served, while KV loses its copy. */
const looks = 20;
const pause = 50;

/** Compares every token, session, and list of the running workers with the model. @throws {AssertionError} */
export async function compareWithModel(life: Life, lived: Observed): Promise<void> {
  const isDue = (one: Code | Session) => !lived.dead.has(one);
  await Promise.all([
    ...life.codes.map((code, index) => isDue(code) && agreeOnToken(life, lived, code, index)),
    ...life.sessions.map((session, index) => isDue(session) && agreeOnSession(life, lived, session, index)),
    ...numbers.map(async (number) => {
      const [connected, automatic] = await Promise.all([
        lived.real.listed('connections', number),
        lived.real.listed('automatic-logins', number),
      ]);
      assert.deepEqual(connected, life.connections(number), `connections of number ${number}`);
      assert.deepEqual(automatic, life.automaticLogins(number), `automatic logins of number ${number}`);
    }),
  ]);
}

async function agreeOnToken(life: Life, lived: Observed, code: Code, index: number): Promise<void> {
  const { access_token } = lived.codes[index] ?? {};
  if (access_token === undefined) return;
  const record = await lived.real.read(access_token, code.secret);
  assert.equal(record !== undefined, life.works(code), `whether token ${index} works`);
  if (record === undefined) {
    lived.dead.add(code);
    return;
  }
  const known = life.known(code);
  const name = known.includes('name') ? lived.real.nameOf(code.account) : '';
  const expected: Omit<SeenRecord, 'plid'> = { name, flags: code.flags, known };
  const { plid, ...seen } = record;
  assert.deepEqual(seen, expected, `the record of token ${index}`);
  agreeOnPlid(lived, code.account, plid);
}

/** Each account has one plid, which no other account has. */
function agreeOnPlid({ plids }: Observed, account: Account, plid: string): void {
  const known = plids.get(account);
  if (known !== undefined) assert.equal(plid, known, 'the plid of an account');
  else assert.ok(![...plids.values()].includes(plid), 'a plid of its own');
  plids.set(account, plid);
}

/** The list of sessions is exact; a copy in KV may be served a moment longer. */
async function agreeOnSession(life: Life, lived: Observed, session: Session, index: number): Promise<void> {
  const cookie = lived.sessions[index] ?? '';
  const isLive = life.isLive(session);
  const listed = await lived.real.ask(cookie, '/auth/sessions');
  assert.equal(listed.status, isLive ? 200 : 401, `whether session ${index} is listed`);
  if (isLive) {
    const { sessions } = (await listed.json()) as { sessions: unknown[] };
    const others = life.sessions.filter((other) => other.account === session.account && life.isLive(other));
    const more = sessions.length - others.length;
    assert.ok(more >= 0 && more <= life.lostSessions(session.account), `session ${index} sees ${more} more`);
  }
  let seen = await lived.real.ask(cookie, '/auth/session');
  for (let look = 0; look < looks && !isLive && seen.status === 200; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    seen = await lived.real.ask(cookie, '/auth/session');
  }
  assert.equal(seen.status, isLive ? 200 : 401, `session ${index}`);
  if (!isLive) {
    lived.dead.add(session);
    return;
  }
  const { user } = (await seen.json()) as { user: Record<string, string> };
  assert.equal(`${user.autoLoginYn}${user.autoStatusCheck}`, session.flags, `flags of session ${index}`);
  agreeOnPlid(lived, session.account, user.plid ?? '');
  const name = lived.real.nameOf(session.account);
  const allowed = session.known ? [name] : life.isKnown(session) ? [name, undefined] : [undefined];
  assert.ok(allowed.includes(user.name), `the name ${user.name} of session ${index}`);
}
