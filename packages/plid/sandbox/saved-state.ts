import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SandboxError } from './sandbox-error.ts';

/** The file that identifies a saved state. */
const manifest = 'plid-sandbox.json';
/**
 * Version of a saved state's format. The format covers the names of stored values and the description of the local
 * environment (sandbox/world/saved-world.ts).
 */
const form = 1;

const storedIn = (folder: string) => path.join(folder, 'stored');

/** @throws {SandboxError} if a folder has no saved state, or if another plid version saved it. */
export function requireSavedState(folder: string): void {
  const found = formOf(folder);
  if (found === undefined) throw new SandboxError(`No saved sandbox state found in ${folder}.`);
  if (found !== form)
    throw new SandboxError(
      `The state in ${folder} was saved by another version of plid. Its format is ${found}, but this version needs ${form}.`,
    );
}

/** Copies a saved state into the folder of a sandbox. */
export const loadState = (folder: string, stored: string): void =>
  cpSync(storedIn(folder), stored, { recursive: true });

/**
 * Saves a sandbox's data and replaces any earlier saved state. Nothing may write to the data during the save.
 * @throws {SandboxError} if the folder contains something other than a saved state.
 */
export function storeState(stored: string, folder: string): void {
  refuseUnrelatedFolder(folder);
  rmSync(storedIn(folder), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(stored, storedIn(folder), { recursive: true });
  writeFileSync(path.join(folder, manifest), `${JSON.stringify({ form })}\n`);
}

/**
 * @throws {SandboxError} if a folder contains anything other than a saved state, because such files must not be
 * lost.
 */
export function refuseUnrelatedFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0 && formOf(folder) === undefined)
    throw new SandboxError(`${folder} is not empty and has no saved state. Choose another folder.`);
}

/** Returns the format version of a folder's saved state; undefined if there is none. */
function formOf(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(path.join(folder, manifest), 'utf8')).form;
  } catch {
    return undefined;
  }
}
