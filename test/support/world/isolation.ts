import {
  existsSync,
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
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Value;
  const made = make();
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(made));
  renameSync(unfinished, file);
  return made;
}
