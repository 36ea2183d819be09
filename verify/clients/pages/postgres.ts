import { execFile } from 'node:child_process';
import { chownSync, globSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../test/support/world/example-process.ts';
import { folderOnDisk } from '../folder-on-disk.ts';
import { outputOf } from './page-project.ts';

/** The programs of the newest PostgreSQL that Debian's or Ubuntu's packages have installed; undefined if there is none. */
const programs = globSync('/usr/lib/postgresql/*/bin')
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  .at(-1);

export const hasPostgres = programs !== undefined;
/** The end of the name of a test that needs PostgreSQL. */
export const withoutPostgres = hasPostgres ? '' : ' (skipped: apt-get install postgresql)';

/** Limit for starting, in milliseconds. */
const startTimeout = 60_000;

/** Starts an empty PostgreSQL on a loopback port. It refuses to run as root, so its own user runs it then. */
export async function startPostgres() {
  const disk = folderOnDisk();
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? 'runuser -u postgres -- ' : '';
  if (isRoot) {
    const { uid, gid } = statSync('/var/lib/postgresql');
    chownSync(disk.path, uid, gid);
  }
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const server = ['-h', '127.0.0.1', '-p', String(port), '-U', 'plid', '-d', 'postgres'];
  /** Runs a statement. @returns its rows, each with its columns separated by `|`. */
  const query = async (statement: string): Promise<string[]> => {
    const words = [...server, '-v', 'ON_ERROR_STOP=1', '-Atc', statement];
    const { stdout } = await promisify(execFile)(`${programs}/psql`, words);
    return stdout.split('\n').filter((line) => line !== '');
  };
  try {
    await disk.run(`${as}${programs}/initdb -D data -U plid --auth=trust --no-sync`);
    await disk.run(`${as}${programs}/postgres -D data ${options} &`);
    await untilAnswers(() => query('SELECT 1'));
  } catch (failure) {
    disk.remove();
    throw failure;
  }
  return {
    url: `postgres://plid@127.0.0.1:${port}/postgres`,
    query,
    logs: () => outputOf(disk),
    close: async () => disk.remove(),
  };
}

async function untilAnswers(ask: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + startTimeout; ; await setTimeout(200))
    try {
      await ask();
      return;
    } catch (failure) {
      if (Date.now() > deadline) throw failure;
    }
}
