import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/**
 * Version of the stored state: a release that can't read earlier state increases it. Durable Objects migrate their
 * tables themselves.
 */
const version = '3';

/** Passes the data directory of `npm start` to the build of the local environment. */
export const stateVariable = 'PLID_STATE';

/** The folder of wrangler's own state. */
const folder = 'v3';
/**
 * Objects of users exist since the second version. State with them and without a version is that of plain `wrangler
 * dev`.
 */
const users = 'v3/do/plid-local-User';

/**
 * Removes state that this release can't read, and reports it. Secrets and other files stay.
 * @param state wrangler's state folder.
 */
export function deleteIncompatibleState(state: string): void {
  const marker = path.join(state, 'plid-state-version');
  const existing = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined;
  if (existing === version) return;
  const isByWrangler = existing === undefined && existsSync(path.join(state, users));
  if (existsSync(path.join(state, folder)) && !isByWrangler) {
    io().console.error(
      'The state of this local world is of another release of plid, so it starts afresh: sign-ins and phones are gone.',
    );
    rmSync(path.join(state, folder), { recursive: true, force: true });
  }
  mkdirSync(state, { recursive: true });
  writeFileSync(marker, `${version}\n`);
}
