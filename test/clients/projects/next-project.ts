import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../support/world/example-process.ts';
import { folderOnDisk } from '../../support/world/folder-on-disk.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { root } from '../../support/world/test-workers.ts';
import { kinds } from './kinds.ts';
import { copyFiles, writeJson } from './project.ts';

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/**
 * A project of Next.js with packages of its own, since its bundler follows no link out of the folder: built, and serving `POST
 * /step`. @returns its address.
 */
export async function startNext(): Promise<{ address: string; stop(): void }> {
  const project = folderOnDisk();
  const port = await freePort();
  try {
    writeProject(project.path);
    await project.run('npm install\nnpx --no next build', { NEXT_TELEMETRY_DISABLED: '1' });
    await project.run(`npx --no next start --port ${port} &
      curl -s --retry 60 --retry-connrefused --retry-delay 1 -o /dev/null http://localhost:${port}/`);
  } catch (failure) {
    project.remove();
    throw failure;
  }
  return { address: `http://localhost:${port}`, stop: () => project.remove() };
}

function writeProject(folder: string): void {
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
}
