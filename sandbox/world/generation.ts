/**
 * Everything that a local environment has stored since its start. Without a seed there is one generation. A reset
 * starts a new one with other names for objects and keys: this takes the same time for any amount of data, and
 * nothing of the previous one can be found.
 */
export interface Generation {
  /** Prefix of the names of its objects and keys; empty without a seed. */
  prefix: string;
  /** Time by which its clock is ahead, in milliseconds; undefined for the real time. */
  ahead: number | undefined;
  /** Whether requests are limited like in a deployed service. */
  hasLimits: boolean;
}

const kept: Generation = { prefix: '', ahead: undefined, hasLimits: false };
const generations = new Map<string, Generation>();
let current = kept;

/** An empty generation. It becomes the current one with {@link switchTo}. */
export function createGeneration(hasLimits: boolean): Generation {
  const generation = { prefix: `g${generations.size} `, ahead: 0, hasLimits };
  generations.set(generation.prefix, generation);
  return generation;
}

/**
 * The current generation of a saved local environment. Earlier generations are known too, so that their objects
 * stay inactive.
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

export function switchTo(generation: Generation): void {
  current = generation;
}

export const generationOf = ({ name = '' }: DurableObjectId): Generation =>
  generations.get(`${name.split(' ', 1)[0]} `) ?? current;
