/**
 * Everything that a world has stored since it began. A world that keeps it has one generation. A reset begins a new one, whose objects
 * and keys have other names: that takes the same time however much there is, and nothing of the one before can be found.
 */
export interface Generation {
  /** Begins the names of its objects and keys; empty where they are kept. */
  prefix: string;
  /** How far its clock is ahead of the real time, in milliseconds; undefined where it is the real time. */
  ahead: number | undefined;
  /** Whether the limits of requests are those of a deployed service. */
  hasLimits: boolean;
}

const kept: Generation = { prefix: '', ahead: undefined, hasLimits: false };
const generations = new Map<string, Generation>();
let current = kept;

/** A generation that nothing is stored in yet. It is not the current one until {@link switchTo}. */
export function createGeneration(hasLimits: boolean): Generation {
  const generation = { prefix: `g${generations.size} `, ahead: 0, hasLimits };
  generations.set(generation.prefix, generation);
  return generation;
}

/** The current generation of a world that was saved. Those that it had before are known as well, so that what they have stored wakes in none. */
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
