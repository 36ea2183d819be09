import type { Generation } from './generation.ts';
import type { SeededApplication } from './world-seed.ts';

/** An application as a test needs it. */
export type Credentials = Pick<SeededApplication, 'client_id' | 'client_secret' | 'name' | 'redirect_uris'>;

/**
 * A world with a seed, and everything that it has planted in a generation. It stands beside what that generation stores, so that it is found again where
 * everything is copied: packages/plid/sandbox/saved-state.ts, which has the version of its form.
 */
export interface SavedWorld {
  /** The seed as it was given. */
  givenSeed: unknown;
  generation: Generation;
  applications: Credentials[];
}

interface Stored {
  APPLICATIONS: KVNamespace;
}

/** No key of a generation: each of those begins with its name. */
const key = 'world';

export async function writeWorld(
  env: object,
  { givenSeed, generation, applications }: SavedWorld,
): Promise<void> {
  const saved: SavedWorld = { givenSeed, generation, applications };
  await (env as Stored).APPLICATIONS.put(key, JSON.stringify(saved));
}

/** The world that was saved; undefined in a new one. */
export const readWorld = async (env: object): Promise<SavedWorld | undefined> =>
  (await (env as Stored).APPLICATIONS.get<SavedWorld>(key, 'json')) ?? undefined;
