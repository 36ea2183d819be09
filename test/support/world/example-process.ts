import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from './test-workers.ts';

/** Ports that no system assigns to programs, so that a port that was chosen here is still free when it is used. */
const ownPorts = { from: 11_000, to: 32_000 };

/** A free port that no other program takes before the test does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ownPorts.from, ownPorts.to);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, 'localhost', () => server.close(() => resolve(true)));
  });
}

/** A Node of this machine's own with a major version; undefined if there is none. */
export function findNode(major: number): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders
    .map((folder) => path.join(folder, 'node'))
    .find((file) => spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.startsWith(`v${major}.`));
}

/** Runs an example of docs/examples as a reader does, and waits until it serves. @param node the program. */
export async function runExample(file: string, settings: NodeJS.Dict<string>, node = process.execPath) {
  const child = spawn(node, [path.join(root, 'docs/examples', file)], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    exit.then(() => Promise.reject(new Error(`${file} ended`))),
  ]);
  return {
    async stop(): Promise<void> {
      child.kill();
      await exit;
    },
  };
}
