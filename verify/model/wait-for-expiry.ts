import assert from 'node:assert/strict';
import { advance } from './advance.ts';
import type { Observed } from './compare-with-model.ts';
import { objectsOf } from './failing-world.ts';
import { type LivingWorld, sessionCacheLifetime } from './living-world.ts';
import type { Life } from './model.ts';

/** Rows that stay of a person a person who has left, or was disconnected: they record it, so that no pending sign-in undoes it. */
const marks = { ACCOUNT: ['schema', 'terminated'], USER: ['disconnected', 'schema'] };
type Kept = keyof typeof marks;

/** How often the gateway is asked before an event must be sent again, and the pause, in milliseconds. */
const looks = 20;
const pause = 25;
/** How often an event is sent at most, and the time between, in seconds. */
const mostTries = 40;
const eventPause = 10;

/** @returns the rows of a person that are more than marks. */
async function kept({ world }: LivingWorld, binding: Kept, plid: string): Promise<string[]> {
  const { stored } = await (await objectsOf(world)).atRest(binding, plid);
  return Object.keys(JSON.parse(stored)).filter((row) => !marks[binding].includes(row));
}

interface Living extends Observed {
  living: LivingWorld;
}

/** Waits until no more than marks is left of a person: an event may have to be sent again before. */
async function untilForgotten(life: Life, living: LivingWorld, binding: Kept, plid: string): Promise<void> {
  let rows = await kept(living, binding, plid);
  for (let look = 1; rows.length > 0 && look < looks * mostTries; look += 1) {
    if (look % looks === 0) await advance(life, living, eventPause);
    await new Promise((resolve) => setTimeout(resolve, pause));
    rows = await kept(living, binding, plid);
  }
  assert.deepEqual(
    rows,
    [],
    `${binding} keeps these rows of a person a person who has left or was disconnected`,
  );
}

/** The gateway forgets whom the service has disconnected: when it has the event, which the service sends again until then. */
export async function untilGatewayForgets(life: Life, { living, plids }: Living): Promise<void> {
  for (const account of life.takeDisconnected()) {
    const plid = plids.get(account);
    if (plid !== undefined) await untilForgotten(life, living, 'USER', plid);
  }
}

/** The service keeps nothing of a person a person who has left, once it has told their applications. */
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

/** Lets the time pass in which a session that has ended may still be shown, where one is. */
export async function untilCopiesGo(life: Life, { living, real, sessions, dead }: Living): Promise<void> {
  for (const [index, session] of life.sessions.entries()) {
    if (life.isLive(session) || dead.has(session)) continue;
    const { status } = await real.ask(sessions[index] ?? '', '/auth/session');
    if (status === 200) return advance(life, living, copiesLast);
  }
}
