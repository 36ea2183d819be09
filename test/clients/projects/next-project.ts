import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../support/world/example-process.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { root } from '../../support/world/test-workers.ts';
import { kinds } from './kinds.ts';
import { copyFiles, writeJson } from './project.ts';

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** A project of Next.js with packages of its own: its bundler follows no link out of the folder. */
export async function startNext() {
  const folder = mkdtempSync(path.join(testFolder(), 'next-'));
  const { next, react, 'react-dom': dom } = read('docs/examples/nextjs/package.json').dependencies;
  const { arctic, '@types/node': node } = read('test/clients/package.json').devDependencies;
  writeJson(folder, 'package.json', {
    name: 'shop',
    dependencies: { next, react, 'react-dom': dom, arctic },
    devDependencies: { '@types/node': node, '@types/react': '^19', typescript: '^5' },
  });
  writeJson(folder, 'tsconfig.json', {
    compilerOptions: kinds.find(({ name }) => name === 'Next.js')?.compilerOptions,
    include: ['next-env.d.ts', '**/*.ts', '.next/types/**/*.ts', '**/*.mts'],
    exclude: ['node_modules'],
  });
  const step = path.join(folder, 'app/step');
  mkdirSync(step, { recursive: true });
  const copied = mkdtempSync(path.join(testFolder(), 'copied-'));
  copyFiles(copied, 'Next.js');
  for (const file of ['arctic.ts', 'user.ts', 'program.ts', 'route.ts'])
    cpSync(path.join(copied, file), path.join(step, file));
  await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund').ended;
  await npm(folder, 'exec', '--', 'next', 'build').ended;
  return serve(folder);
}

async function serve(folder: string) {
  const address = `http://localhost:${await freePort()}`;
  const server = npm(folder, 'exec', '--', 'next', 'start', '--port', new URL(address).port);
  const answers = async (): Promise<void> => {
    while ((await fetch(address).catch(() => undefined)) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 200));
  };
  await Promise.race([answers(), server.ended]);
  return {
    address,
    async stop(): Promise<void> {
      server.stop();
      await server.ended.catch(() => undefined);
    },
  };
}

/** Runs npm in a group of its own: it passes no signal on. */
function npm(folder: string, ...words: string[]) {
  const env = { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' };
  const child = spawn('npm', words, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(output))));
  });
  return { ended, stop: () => process.kill(-(child.pid ?? 0), 'SIGTERM') };
}
