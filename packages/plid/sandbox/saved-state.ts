import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SandboxError } from './sandbox-error.ts';

/** The file that tells a saved state from any other folder. */
const manifest = 'plid-sandbox.json';
/** The version of a state's form: of the names of what is stored, and of the world beside it (sandbox/world/saved-world.ts). */
const form = 1;

const storedIn = (folder: string) => path.join(folder, 'stored');

/** @throws {SandboxError} where a folder holds no saved state, or that of another plid. */
export function refuseNoState(folder: string): void {
  const found = formOf(folder);
  if (found === undefined) throw new SandboxError(`There is no saved state of a sandbox in ${folder}.`);
  if (found !== form)
    throw new SandboxError(
      `The state in ${folder} was saved by another plid: its form is ${found}, not ${form}.`,
    );
}

/** Copies a saved state into the folder in which a sandbox stores everything. */
export const loadState = (folder: string, stored: string): void =>
  cpSync(storedIn(folder), stored, { recursive: true });

/**
 * Keeps what a sandbox has stored, in the place of a state that was saved there. Nothing may write into it meanwhile.
 * @throws {SandboxError} where the folder holds something else.
 */
export function storeState(stored: string, folder: string): void {
  refuseOtherSeed(folder);
  rmSync(storedIn(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(stored, storedIn(folder), { recursive: true });
  writeFileSync(path.join(folder, manifest), `${JSON.stringify({ form })}\n`);
}

/** @throws {SandboxError} where a folder holds something else than a saved state: nothing of it is to be lost. */
export function refuseOtherSeed(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0 && formOf(folder) === undefined)
    throw new SandboxError(`${folder} is not empty, and holds no saved state. Choose another folder.`);
}

/** The form of the state in a folder; undefined where there is none. */
function formOf(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(path.join(folder, manifest), 'utf8')).form;
  } catch {
    return undefined;
  }
}
