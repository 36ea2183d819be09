import { DatabaseSync } from 'node:sqlite';
import { SqlInMemory } from '../../../test/support/fakes/sql-in-memory.ts';
import { Directory } from '../../directory/index.ts';

/** An empty database of an object, in the memory of this process. */
export function sqlInMemory(): SqlStorage {
  const database = new DatabaseSync(':memory:');
  return new SqlInMemory(() => database) as unknown as SqlStorage;
}

/** A directory without subscribers of its own. */
export const directoryInMemory = (): Directory =>
  new Directory({ storage: { sql: sqlInMemory() } } as never, {} as never);
