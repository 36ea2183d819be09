import { expect } from 'vitest';
import { type Fault, NumberedWorld } from './numbered-world.ts';
import { factsOf } from './stored-facts.ts';

/** A command with several effects. Each run gets a world of its own, prepared in the same way. */
export interface Command<Prepared> {
  prepare(world: NumberedWorld): Promise<Prepared>;
  /** @returns the status of the response, or undefined if the command is a call of an object. */
  run(world: NumberedWorld, prepared: Prepared): Promise<number | undefined>;
  /** A call whose lost answer leaves something until it expires, which a repetition can't find. */
  leaves?: string;
}

/** Time after which every repeated delivery has been tried again and terminated accounts are forgotten, in seconds. */
const untilDelivered = 90_000;
/** Time after which a program that was answered 503 asks again, in seconds. */
const pause = 61;

interface Played {
  facts: unknown[];
  calls: string[];
}

/** Runs a command whose n-th call fails, and then again, as the caller that got no good answer does. */
async function play<Prepared>(command: Command<Prepared>, fault?: Fault): Promise<Played> {
  const world = new NumberedWorld();
  try {
    const prepared = await command.prepare(world);
    const run = async () => (await command.run(world, prepared)) ?? 200;
    const status = await world.during(run, fault).catch(() => 503);
    const { calls } = world;
    expect([200, 201, 202, 204, 303, 500, 502, 503]).toContain(status);
    if (fault !== undefined) {
      await world.advance(pause);
      expect(await world.during(run).catch(() => 500)).toBeLessThan(500);
    }
    await world.advance(untilDelivered, 6);
    return { facts: factsOf(world), calls };
  } finally {
    await world.close();
  }
}

/**
 * Plays a command without a fault, and then once for each of its calls and each way to fail. @returns its calls. @throws if the
 * repeated command leaves anything else than the undisturbed one.
 */
export async function playWithEachFault<Prepared>(command: Command<Prepared>): Promise<string[]> {
  const { facts, calls } = await play(command);
  for (const fate of ['lost', 'unanswered'] as const)
    for (const [index, call] of calls.entries()) {
      if (fate === 'unanswered' && call === command.leaves) continue;
      const which = calls.slice(0, index + 1).filter((name) => name === call).length;
      const failed = await play(command, { call, which, fate });
      expect(failed.facts, `${call} (${which}) is ${fate}`).toEqual(facts);
    }
  return calls;
}
