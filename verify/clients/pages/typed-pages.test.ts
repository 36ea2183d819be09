import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../test/support/world/bundles.ts';
import { type FolderOnDisk, folderOnDisk } from '../folder-on-disk.ts';
import { type Consumer, packAndInstall } from '../packed/pack.ts';
import { expressVariations } from './existing-express.ts';
import { pageFilesOf } from './page-files.ts';
import { checkTypes, next, strict, svelteKit } from './strict-projects.ts';

// The TypeScript of the pages. pages.test.ts runs the same text without its types, so this test only checks the types.
const clients = 'verify/clients/node_modules';

interface TypedPage {
  file: string;
  /** Folders with the packages of the project. The first one with a package is used. */
  packages: readonly string[];
  /** Headings with code that isn't a file. */
  variations?: readonly string[];
  /** Writes types of the project's routes. */
  generate?: string;
  tsconfig: object;
}

const pages: TypedPage[] = [
  {
    file: 'docs/client/express.md',
    packages: [clients],
    variations: expressVariations,
    tsconfig: strict,
  },
  { file: 'docs/client/web.md#hono', packages: [clients], tsconfig: strict },
  {
    file: 'docs/client/web.md#nextjs',
    packages: ['docs/examples/nextjs/node_modules', clients],
    generate: 'node node_modules/next/dist/bin/next typegen',
    tsconfig: next,
  },
  {
    file: 'docs/client/web.md#sveltekit',
    packages: [clients],
    generate: 'node node_modules/@sveltejs/kit/svelte-kit.js sync',
    tsconfig: svelteKit,
  },
];

let consumer: Consumer;
const folders: FolderOnDisk[] = [];
beforeAll(async () => {
  consumer = await packAndInstall();
}, 180_000);
afterAll(() => {
  consumer?.remove();
  for (const folder of folders) folder.remove();
});

/** Writes the files of a page, and links all packages that are installed for it. */
function project({ file, packages, variations, tsconfig }: TypedPage): FolderOnDisk {
  const disk = folderOnDisk();
  folders.push(disk);
  const { files } = pageFilesOf(file, variations, 'typescript');
  const configuration = [
    { file: 'package.json', text: '{ "type": "module" }' },
    { file: 'tsconfig.json', text: JSON.stringify(tsconfig) },
  ];
  for (const { file: name, text } of [...configuration, ...files]) {
    mkdirSync(path.dirname(path.join(disk.path, name)), { recursive: true });
    writeFileSync(path.join(disk.path, name), text);
  }
  linkPackages(path.join(disk.path, 'node_modules'), packages);
  return disk;
}

function linkPackages(modules: string, folders: readonly string[]): void {
  const sources = folders.map((folder) => path.join(root, folder));
  const linked = new Map<string, string>([['plid', consumer.package]]);
  for (const source of sources)
    for (const name of readdirSync(source).flatMap((one) =>
      one.startsWith('@') ? readdirSync(path.join(source, one)).map((inner) => `${one}/${inner}`) : [one],
    ))
      if (!name.startsWith('.') && !linked.has(name)) linked.set(name, path.join(source, name));
  for (const [name, target] of linked) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(target, path.join(modules, name), 'junction');
  }
}

describe.each(pages)('the TypeScript of $file', (page) => {
  test('has no type errors in a strict project', { timeout: 120_000 }, async () => {
    const disk = project(page);
    if (page.generate !== undefined) await disk.run(page.generate);
    expect(await checkTypes(disk)).toBe('');
  });
});
