import type { Generation } from './generation.ts';
import type { SeededApplication } from './world-seed.ts';

/** The data that a test needs to act as an application. */
export type Credentials = Pick<SeededApplication, 'client_id' | 'client_secret' | 'name' | 'redirect_uris'>;

/**
 * A local environment with a seed, and everything created from the seed in a generation. It is stored with that
 * generation's data, so that copies include it. The version of its format is in
 * packages/plid/sandbox/saved-state.ts.
 */
export interface SavedWorld {
  /** The original seed. */
  givenSeed: unknown;
  generation: Generation;
  applications: Credentials[];
}

interface Stored {
  APPLICATIONS: KVNamespace;
}

/** This key doesn't belong to a generation, because a generation's keys start with the generation's name. */
const key = 'world';

export async function writeWorld(
  env: object,
  { givenSeed, generation, applications }: SavedWorld,
): Promise<void> {
  const saved: SavedWorld = { givenSeed, generation, applications };
  await (env as Stored).APPLICATIONS.put(key, JSON.stringify(saved));
}

/** Reads the saved local environment. @returns undefined if the environment is new. */
export const readWorld = async (env: object): Promise<SavedWorld | undefined> =>
  (await (env as Stored).APPLICATIONS.get<SavedWorld>(key, 'json')) ?? undefined;
