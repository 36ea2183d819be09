import type { Generation } from './generation.ts';
import type { SeededApplication } from './world-seed.ts';

/** An application for a test. */
export type Credentials = Pick<SeededApplication, 'client_id' | 'client_secret' | 'name' | 'redirect_uris'>;

/**
 * A local environment with a seed, and everything created from it in a generation. It is stored with that
 * generation's data, so that copies include it: packages/plid/sandbox/saved-state.ts has the version of its format.
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

/** Not a key of a generation: those start with the generation's name. */
const key = 'world';

export async function writeWorld(
  env: object,
  { givenSeed, generation, applications }: SavedWorld,
): Promise<void> {
  const saved: SavedWorld = { givenSeed, generation, applications };
  await (env as Stored).APPLICATIONS.put(key, JSON.stringify(saved));
}

/** The saved local environment; undefined for a new one. */
export const readWorld = async (env: object): Promise<SavedWorld | undefined> =>
  (await (env as Stored).APPLICATIONS.get<SavedWorld>(key, 'json')) ?? undefined;
