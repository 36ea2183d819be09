import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/**
 * Version of the stored state. It changes if the local environment can't read the state of another commit. Durable
 * Objects migrate their own tables.
 */
const version = '1';

/** The variable that passes the data directory of `npm start` to the build of the local environment. */
export const stateVariable = 'PLID_STATE';

/** The folder of wrangler's own state. */
const folder = 'v3';
/**
 * Deletes state of another version, and reports the deletion. State without a version is from `wrangler dev` without
 * `npm start`, and stays, as do secrets and other files. @param state wrangler's state folder.
 */
export function deleteIncompatibleState(state: string): void {
  const marker = path.join(state, 'plid-state-version');
  const existing = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined;
  if (existing === version) return;
  if (existing !== undefined && existsSync(path.join(state, folder))) {
    io().console.error(
      'The stored state of this local environment comes from another version of plid, so the environment starts without it. Earlier sign-ins and phones are gone.',
    );
    rmSync(path.join(state, folder), { recursive: true, force: true });
  }
  mkdirSync(state, { recursive: true });
  writeFileSync(marker, `${version}\n`);
}
