import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/** wrangler's bundling folder, in the project regardless of the data directory. */
const scratch = '.wrangler/tmp';
/** Records of running local environments by port, for other commands. */
export const worldsFolder = '.wrangler/worlds';

/** Creates the folders that a local environment writes to. @throws the file system's error. */
export function prepareFolders(state: string): void {
  for (const folder of [state, path.resolve(io().cwd, scratch), path.resolve(io().cwd, worldsFolder)]) {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  }
}
