import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where wrangler bundles; in the directory of the project, wherever the state is kept. */
const scratch = '.wrangler/tmp';
/** Which local world runs at which port, for the command line tool. */
const worlds = '.wrangler/worlds';

/** Makes the folders that a local world writes to. @throws what the file system says, where it may not. */
export function prepareFolders(state: string): void {
  for (const folder of [state, path.resolve(scratch), path.resolve(worlds)]) {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  }
}

const recordOf = (port: number | string) => path.resolve(worlds, `${port}.json`);

/** Records where the secrets of the world at a port are. @returns a function that removes the record. */
export function recordWorld(port: number, secrets: string): () => void {
  writeFileSync(recordOf(port), JSON.stringify({ secrets }));
  return () => rmSync(recordOf(port), { force: true });
}

/** The file of the secrets of the local world at a port; undefined where none was started there. */
export function findSecrets(port: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(recordOf(port), 'utf8')) as { secrets: string }).secrets;
  } catch {
    return undefined;
  }
}
