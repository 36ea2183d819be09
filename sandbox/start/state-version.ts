import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/**
 * Version of the stored state. It increases if a release can't read earlier state. Durable Objects migrate their
 * own tables.
 */
const version = '3';

/** The variable that passes the data directory of `npm start` to the build of the local environment. */
export const stateVariable = 'PLID_STATE';

/** The folder of wrangler's own state. */
const folder = 'v3';
/**
 * The folder with the Durable Objects of users, which exist since the second version of the state. If the folder
 * exists but the version file doesn't, the state is from `wrangler dev` without `npm start`.
 */
const users = 'v3/do/plid-local-User';

/**
 * Deletes state that this release can't read, and reports the deletion. Secrets and other files stay. @param state
 * wrangler's state folder.
 */
export function deleteIncompatibleState(state: string): void {
  const marker = path.join(state, 'plid-state-version');
  const existing = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined;
  if (existing === version) return;
  const isByWrangler = existing === undefined && existsSync(path.join(state, users));
  if (existsSync(path.join(state, folder)) && !isByWrangler) {
    io().console.error(
      'The stored state of this local environment comes from another release of plid, so the environment starts without it. Earlier sign-ins and phones are gone.',
    );
    rmSync(path.join(state, folder), { recursive: true, force: true });
  }
  mkdirSync(state, { recursive: true });
  writeFileSync(marker, `${version}\n`);
}
