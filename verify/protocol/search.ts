import { violatedInvariant } from './invariants.ts';
import type { Rules } from './rules.ts';
import type { State, World } from './state.ts';
import { stepsFrom } from './steps.ts';

export interface Searched {
  states: number;
  /** Steps of the longest way that is the shortest to its state. */
  depth: number;
  /** The promises that hold only because the operator trusts a silent carrier, each named once. */
  excepted: string[];
  /** The shortest way to a broken promise, a line per step. */
  trace?: string[];
}

/** Visits every state that a world can reach, the nearest first, and stops at the first that breaks the promise. @param sought matches the fault to find. */
export function search(world: World, rules: Rules, sought = /^BROKEN/): Searched {
  const start: State = { signIns: [], held: [] };
  const ways = new Map<string, { says: string; from?: string; depth: number }>();
  const queue: [State, string][] = [[start, JSON.stringify(start)]];
  ways.set(JSON.stringify(start), { says: '', depth: 0 });
  const excepted = new Set<string>();
  let depth = 0;
  for (const [state, key] of queue) {
    depth = ways.get(key)?.depth ?? 0;
    for (const { says, state: next } of stepsFrom(state, world, rules)) {
      const nextKey = JSON.stringify(next);
      if (ways.has(nextKey)) continue;
      ways.set(nextKey, { says, from: key, depth: depth + 1 });
      const fault = violatedInvariant(next, world, excepted);
      if (fault !== undefined && sought.test(fault))
        return { states: ways.size, depth, excepted: [...excepted], trace: [...wayTo(nextKey, ways), fault] };
      queue.push([next, nextKey]);
    }
  }
  return { states: ways.size, depth, excepted: [...excepted].sort() };
}

function wayTo(key: string, ways: Map<string, { says: string; from?: string }>): string[] {
  const lines: string[] = [];
  for (let at = ways.get(key); at?.from !== undefined; at = ways.get(at.from)) lines.unshift(at.says);
  return lines;
}
