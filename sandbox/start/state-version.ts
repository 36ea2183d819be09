import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/** Counts the releases whose state a later one cannot read. Durable Objects bring their tables up to date themselves. */
const version = '3';

/** Tells the build of the local world where `npm start` keeps the state. */
export const stateVariable = 'PLID_STATE';

/** The folder of wrangler's own state. */
const folder = 'v3';
/** The objects of users, which came with the second version: a state with them and without a version is that of plain `wrangler dev`. */
const users = 'v3/do/plid-local-User';

/**
 * Removes the state of a release whose state this one cannot read, and says so; secrets and whatever else is there stay.
 * @param state the folder in which wrangler keeps its state.
 */
export function startAfresh(state: string): void {
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
