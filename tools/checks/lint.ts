import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installFolder } from '../terminal/npm.ts';

// `npm run lint`, and `npm run format` with --write. It first installs the linters, whose lock file is in this folder,
// because nothing else needs them. It stops at the first check that fails.
const root = path.resolve(import.meta.dirname, '../..');
const installed = (file: string) => path.join(root, 'node_modules', file);
const linter = (file: string) => path.join(import.meta.dirname, 'node_modules', file);
const compiler = installed('typescript/bin/tsc');
const biome = linter('@biomejs/biome/bin/biome');

const checks: readonly (readonly string[])[] = [
  ...['.', 'packages/plid', 'packages/plid/sandbox', 'packages/plid-kits'].map((project) => [
    compiler,
    '--noEmit',
    '-p',
    project,
  ]),
  [biome, 'check', '--error-on-warnings'],
  [linter('knip/bin/knip.js')],
  ...['lock-file', 'contracts', 'documents', 'plain-words'].map((name) => [`tools/checks/${name}.ts`]),
  ['tools/reference/write.ts', '--check'],
];

function succeeds(words: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = status ?? 1;
  return status === 0;
}

await installFolder(import.meta.dirname);
if (process.argv.includes('--write')) succeeds([biome, 'check', '--write']);
else checks.every(succeeds);
