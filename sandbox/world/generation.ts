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
const generations = new Map<string, Generation>();
let current = kept;

/** Creates an empty generation. It becomes the current one with {@link switchToGeneration}. */
export function createGeneration(hasLimits: boolean): Generation {
  const generation = { prefix: `g${generations.size} `, ahead: 0, hasLimits };
  generations.set(generation.prefix, generation);
  return generation;
}

/**
 * Restores the current generation of a saved local environment. Earlier generations are registered too, so that
 * their objects stay inactive.
 */
export function resumeGeneration(generation: Generation): Generation {
  while (generations.size < Number.parseInt(generation.prefix.slice(1), 10)) {
    const prefix = `g${generations.size} `;
    generations.set(prefix, { ...generation, prefix });
  }
  generations.set(generation.prefix, generation);
  return generation;
}

export const currentGeneration = (): Generation => current;

export function switchToGeneration(generation: Generation): void {
  current = generation;
}

/** Removes the prefix of any generation from the name of an object. */
export const withoutGeneration = (name: string): string => name.replace(/^g\d+ /, '');

export const generationOf = ({ name = '' }: DurableObjectId): Generation =>
  generations.get(`${name.split(' ', 1)[0]} `) ?? current;
