import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/** The folder in which wrangler bundles: in the project, wherever the state is kept. */
const scratch = '.wrangler/tmp';
/** Which local world runs at which port, for other commands. */
export const worlds = '.wrangler/worlds';

/** Makes the folders that a local world writes to. @throws what the file system says, where it may not. */
export function prepareFolders(state: string): void {
  for (const folder of [state, path.resolve(io().cwd, scratch), path.resolve(io().cwd, worlds)]) {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  }
}
