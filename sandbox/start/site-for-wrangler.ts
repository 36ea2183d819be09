import { execFileSync, fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/configuration/local-configuration.ts';

interface Running {
  address: string;
  pid: number;
}

/** Record of the running server, because wrangler builds the worker again after each change. */
const record = path.join(root, '.wrangler/local/site.json');

/**
 * Returns the address of the documentation's server for a local environment without `npm start`, and starts the
 * server if it isn't running. @param wrangler the process that the server ends with. If it is undefined, no server
 * is started.
 */
export async function siteAddress(wrangler: number | undefined): Promise<string | undefined> {
  const running = readRecord();
  if (running !== undefined || wrangler === undefined) return running?.address;
  const child = fork(path.join(root, 'site/serve.ts'), [String(wrangler)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const address = await new Promise<string | undefined>((resolve) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', () => resolve(undefined));
  });
  if (child.connected) child.disconnect();
  child.unref();
  if (address === undefined || child.pid === undefined) return undefined;
  mkdirSync(path.dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify({ address, pid: child.pid } satisfies Running));
  return address;
}

/**
 * Returns the process ID of wrangler, which runs this process in a shell. The result is undefined on Windows, where
 * the site is served only by `npm start`.
 */
export function findWrangler(): number | undefined {
  if (process.platform === 'win32') return undefined;
  const shell = String(process.ppid);
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', shell], { encoding: 'utf8' }));
}

/** Reads the record, if its process is running. */
function readRecord(): Running | undefined {
  try {
    const running = JSON.parse(readFileSync(record, 'utf8')) as Running;
    process.kill(running.pid, 0);
    return running;
  } catch {
    return undefined;
  }
}
