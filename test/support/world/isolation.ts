import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The variable with which the processes of one run find their common folder. */
export const folderVariable = 'PLID_TEST_FOLDER';

/** A folder in memory, on Linux. */
const memory = '/dev/shm';
/** In bytes; a container may have only a few megabytes. */
const memoryNeeded = 2 ** 30;

/**
 * The folder of this run of the tests: outside the project, removed at the end (test/support/world/global-setup.ts). It is in
 * memory if there is enough, since objects wait for the disk at each write.
 */
export function testFolder(): string {
  const folder =
    process.env[folderVariable] ?? mkdtempSync(path.join(parentFolder(), `plid-tests-${process.pid}-`));
  process.env[folderVariable] = folder;
  return folder;
}

function parentFolder(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > memoryNeeded ? memory : tmpdir();
}

/** Removes the folders of runs that were killed: in memory they would stay until the machine restarts. */
export function removeLeftFolders(): void {
  const parent = parentFolder();
  for (const name of readdirSync(parent)) {
    const pid = /^plid-tests-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    // A process of another user may not be asked.
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A value that the processes of one run share: the first one makes it.
 * @param name a file's name. @param make returns something that JSON can hold.
 */
export function madeOnce<Value>(name: string, make: () => Value): Value {
  const file = path.join(testFolder(), `${name}.json`);
  if (!existsSync(file)) writeWhole(file, JSON.stringify(make()));
  return JSON.parse(readFileSync(file, 'utf8')) as Value;
}

/** Writes a file that another process sees whole or not at all. */
function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

const made = new Map<string, Promise<string>>();

/**
 * A folder that the processes of one run share: the first one that asks makes it, and the others wait.
 * @returns its path. Nothing in it may be changed. @throws the message of what `make` has thrown, in every process.
 */
export function folderMadeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = made.get(name) ?? makeOrWait(path.join(testFolder(), name), make);
  made.set(name, folder);
  return folder;
}

async function makeOrWait(folder: string, make: (folder: string) => Promise<void>): Promise<string> {
  const name = path.basename(folder);
  // Creating a folder succeeds in one process only. `make` may remove `folder` before it fills it, so it can't be that one.
  const isFirst = mkdirSync(`${folder}-claimed`, { recursive: true }) !== undefined;
  if (isFirst) {
    mkdirSync(folder);
    await make(folder).then(
      () => announceEnd(name),
      (error: Error) => announceEnd(name, error.stack ?? error.message),
    );
  }
  await endOf(name);
  return folder;
}

const endFile = (name: string): string => path.join(testFolder(), `${name}-ended`);

/** Says to every process of this run that some work has ended. @param failure what went wrong; empty by default. */
export const announceEnd = (name: string, failure = ''): void => writeWhole(endFile(name), failure);

/** Waits for the end of some work in any process of this run. @throws its failure. */
export async function endOf(name: string): Promise<void> {
  while (!existsSync(endFile(name))) await setTimeout(10);
  const failure = readFileSync(endFile(name), 'utf8');
  if (failure !== '') throw new Error(failure);
}
