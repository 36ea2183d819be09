import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from './test-workers.ts';

/** A port that nobody listens to. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A Node of this machine's own with a major version; undefined where there is none. */
export function findNode(major: number): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders
    .map((folder) => path.join(folder, 'node'))
    .find((file) => spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.startsWith(`v${major}.`));
}

/** Runs an example of docs/examples as a reader does, once it says that it serves. @param node the program. */
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
