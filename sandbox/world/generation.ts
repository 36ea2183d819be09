import { Memo } from '../../workers/core/crypto/memo.ts';

/**
 * A generation, which is everything that a local environment has stored since its start or its last reset. Without
 * a seed, there is only one generation. A reset starts a new generation with other names for objects and keys. A
 * reset therefore takes the same time for any amount of data, and makes the previous generation's data
 * unreachable.
 */
export interface Generation {
  /** Prefix of the names of the generation's objects and keys. Empty if there is no seed. */
  prefix: string;
  /**
   * How far this generation's clock runs ahead of real time, in milliseconds, or undefined if it isn't shifted.
   */
  ahead: number | undefined;
  /** Whether requests are limited as in a deployed service. */
  hasLimits: boolean;
}

const kept: Generation = { prefix: '', ahead: undefined, hasLimits: false };
/** The latest generations, by prefix. An older one has no data that can be reached. */
const generations = new Memo<string, Generation>(100);
let current = kept;
let created = 0;

/** Creates an empty generation. It becomes the current one with {@link switchToGeneration}. */
export function createGeneration(hasLimits: boolean): Generation {
  const prefix = `g${created} `;
  created += 1;
  return Object.assign(generationAt(prefix), { ahead: 0, hasLimits });
}

/**
 * Restores the current generation of a saved local environment. Several requests may restore it at the same time.
 * Once it is the current one, its clock may have moved, so it stays unchanged.
 */
export function resumeGeneration(saved: Generation): Generation {
  const generation = generationAt(saved.prefix);
  created = Math.max(created, numberOf(generation) + 1);
  return generation === current ? generation : Object.assign(generation, saved);
}

/**
 * Returns the only instance of a generation. An alarm may wake an object before its generation is restored. The
 * object then has the right generation, whose clock is set later.
 */
function generationAt(prefix: string): Generation {
  const generation = generations.get(prefix) ?? { prefix, ahead: 0, hasLimits: false };
  generations.set(prefix, generation);
  return generation;
}

const numberOf = ({ prefix }: Generation): number =>
  prefix === '' ? -1 : Number.parseInt(prefix.slice(1), 10);

export const currentGeneration = (): Generation => current;

export function switchToGeneration(generation: Generation): void {
  current = generation;
}

const prefixPattern = /^g\d+ /;

/** Removes the prefix of any generation from the name of an object. */
export const withoutGeneration = (name: string): string => name.replace(prefixPattern, '');

export function generationOf({ name = '' }: Pick<DurableObjectId, 'name'>): Generation {
  const [prefix] = prefixPattern.exec(name) ?? [];
  return prefix === undefined ? current : generationAt(prefix);
}

/**
 * Returns whether an object's generation is the current one, an earlier one, or one that is still being created or
 * restored. With a seed, this also applies to all generations before the first request.
 */
export function stageOf(id: Pick<DurableObjectId, 'name'>): 'upcoming' | 'current' | 'earlier' {
  const generation = generationOf(id);
  if (generation === current) return 'current';
  return numberOf(generation) > numberOf(current) ? 'upcoming' : 'earlier';
}
