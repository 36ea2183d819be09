import assert from 'node:assert/strict';
import { advance } from './advance.ts';
import type { Observed } from './compare-with-model.ts';
import { objectsOf } from './failing-world.ts';
import { type LivingWorld, sessionCacheLifetime } from './living-world.ts';
import type { Life } from './model.ts';

/** Rows that remain of a user who has left or was disconnected. They record this, so that no pending sign-in undoes it. */
const marks = { ACCOUNT: ['schema', 'terminated'], USER: ['disconnected', 'schema'] };
type Kept = keyof typeof marks;

/** How often the gateway is asked before an event must be sent again, and the pause, in milliseconds. */
const looks = 20;
const pause = 25;
/** How often an event is sent at most, and the time between, in seconds. */
const mostTries = 40;
const eventPause = 10;

/** @returns the rows of a user, without marks. */
async function kept({ world }: LivingWorld, binding: Kept, plid: string): Promise<string[]> {
  const { stored } = await (await objectsOf(world)).atRest(binding, plid);
  return Object.keys(JSON.parse(stored)).filter((row) => !marks[binding].includes(row));
}

interface Living extends Observed {
  living: LivingWorld;
}

/** Waits until only marks remain of a user. An event may have to be sent again before. */
async function untilForgotten(life: Life, living: LivingWorld, binding: Kept, plid: string): Promise<void> {
  let rows = await kept(living, binding, plid);
  for (let look = 1; rows.length > 0 && look < looks * mostTries; look += 1) {
    if (look % looks === 0) await advance(life, living, eventPause);
    await new Promise((resolve) => setTimeout(resolve, pause));
    rows = await kept(living, binding, plid);
  }
  assert.deepEqual(rows, [], `${binding} keeps these rows of a user who has left or was disconnected`);
}

/** The gateway forgets a disconnected user when it has received the event, which the service sends again until then. */
export async function untilGatewayForgets(life: Life, { living, plids }: Living): Promise<void> {
  for (const account of life.takeDisconnected()) {
    const plid = plids.get(account);
    if (plid !== undefined) await untilForgotten(life, living, 'USER', plid);
  }
}

/** The service keeps only marks of a user who has left, once it has informed their applications. */
export async function untilServiceForgets(life: Life, { living, plids }: Living): Promise<void> {
  for (const account of life.left) {
    const plid = plids.get(account);
    if (plid !== undefined) await untilForgotten(life, living, 'ACCOUNT', plid);
  }
}

/**
 * How long KV and the copies of sessions may show a session whose copy could not be removed, in seconds: 60 of KV, and half of the
 * SESSION_CACHE_LIFETIME of this world.
 */
const copiesLast = 60 + sessionCacheLifetime / 2 + 1;

/** If a session that has ended is still shown, lets the time pass in which it may be. */
export async function untilCopiesGo(life: Life, { living, real, sessions, dead }: Living): Promise<void> {
  for (const [index, session] of life.sessions.entries()) {
    if (life.isLive(session) || dead.has(session)) continue;
    const { status } = await real.ask(sessions[index] ?? '', '/auth/session');
    if (status === 200) return advance(life, living, copiesLast);
  }
}
