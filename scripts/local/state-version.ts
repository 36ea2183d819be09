import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Counts the releases whose state a later one cannot read. Durable Objects bring their tables up to date themselves. */
const version = '3';

/** What wrangler keeps in a state folder. */
const folder = 'v3';

/**
 * Removes the state of a release whose state this one cannot read, and says so; secrets and whatever else is there stay.
 * @param state where wrangler keeps what it writes.
 */
export function startAfresh(state: string): void {
  const marker = path.join(state, 'plid-state-version');
  const existing = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined;
  if (existing === version) return;
  if (existsSync(path.join(state, folder))) {
    console.error(
      'The state of this local world is of another release of plid, so it starts afresh: sign-ins and phones are gone.',
    );
    rmSync(path.join(state, folder), { recursive: true, force: true });
  }
  mkdirSync(state, { recursive: true });
  writeFileSync(marker, `${version}\n`);
}
