import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/**
 * The folder in which wrangler creates its bundles. This folder is in the project, even if the data directory is
 * elsewhere.
 */
const scratch = '.wrangler/tmp';
/**
 * The folder with a record of each running local environment, named by port. Other commands read these records.
 */
export const worldsFolder = '.wrangler/worlds';

/**
 * Creates the folders that a local environment writes to. @throws the file system's error if a folder can't be
 * created or written.
 */
export function prepareFolders(state: string): void {
  for (const folder of [state, path.resolve(io().cwd, scratch), path.resolve(io().cwd, worldsFolder)]) {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  }
}
