import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importedBy } from '../../tools/checks/imports.ts';
import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import { settingsOf } from '../../tools/configuration/settings-of.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const page = read('docs/contribute/map.md');
const modules = globSync('{workers,sandbox}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/.wrangler/**', 'sandbox/{start.ts,{start,samples,test}/**}'],
});

/** The modules that a module imports, types included. */
const importsOf = (file: string): string[] => importedBy(file, read(file));

/** The text below a heading of docs/contribute/map.md. */
const section = (heading: string): string =>
  page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

test('no two worker files have the same name, so that editor tabs differ', () => {
  const byName = Map.groupBy(modules, (file) => path.basename(file).replace(/\.[^.]*$/, ''));
  byName.delete('index');
  const same = [...byName.values()].filter((files) => files.length > 1);
  expect(same, 'Give one of each a name that says which it is.').toEqual([]);
});

describe('the map in docs/contribute/map.md', () => {
  const advice = 'Move the imported part to a folder below, or the row of its folder.';
  /** The folders from top to bottom. `routes/<route>` stands for the `index.ts` of each Worker, and for the folders in `routes/`. */
  const rows = [...section('Folders').matchAll(/^\| `(workers\/(?:service|gateway)\/[^`]+)\/` \|/gm)].map(
    ([, folder = '']) => folder,
  );
  const halfOf = (file: string) => /^workers\/(service|gateway)\//.exec(file)?.[1];

  function rowOf(file: string): number {
    const folder = path.dirname(file);
    const [, half, kind] =
      /^workers\/(service|gateway)\/(routes|operator|features)\/[^/]+$/.exec(folder) ?? [];
    const isWorker = kind !== undefined && path.basename(file) === 'index.ts';
    const isRoute = isWorker || kind === 'routes';
    return rows.indexOf(isRoute ? `workers/${half}/routes/<route>` : folder);
  }

  test('has a row for every module folder of service and gateway', () => {
    const homeless = modules.filter((file) => halfOf(file) !== undefined && rowOf(file) < 0);
    expect(homeless, 'Give its folder a row, above those that it imports.').toEqual([]);
    const gone = rows.filter((row) => !row.includes('<') && !existsSync(path.join(root, row)));
    expect(gone, 'Take the row out, or name the folder as it is now.').toEqual([]);
  });

  test('matches the imports: modules import only rows below them, except types', () => {
    const upwards = modules
      .filter((file) => halfOf(file) !== undefined)
      .flatMap((file) => {
        const values = read(file).matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm);
        const imported = [...values].map(([, name = '']) => path.join(path.dirname(file), name));
        return imported
          .filter((other) => halfOf(other) !== undefined && path.dirname(other) !== path.dirname(file))
          .filter((other) => rowOf(other) <= rowOf(file))
          .map((other) => `${file} imports ${other}`);
      });
    expect(upwards, advice).toEqual([]);
  });

  test('matches the imports of core, including types', () => {
    const layers = [...section('Folders').matchAll(/^\| `(workers\/core\/\w+)\/` \|/gm)].map(
      ([, row]) => row,
    );
    const inCore = modules.filter((file) => file.startsWith('workers/core/'));
    expect([...new Set(inCore.map((file) => path.dirname(file)))].sort()).toEqual([...layers].sort());
    const upwards = inCore.flatMap((file) =>
      importsOf(file)
        .filter((other) => other.startsWith('workers/core/') && path.dirname(other) !== path.dirname(file))
        .filter((other) => layers.indexOf(path.dirname(other)) < layers.indexOf(path.dirname(file)))
        .map((other) => `${file} imports ${other}`),
    );
    expect(upwards, advice).toEqual([]);
  });
});

describe('the state table in docs/contribute/map.md', async () => {
  const table = section('Where state is stored')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const named = [...new Set(table.flatMap((row) => codeIn(row)))];
  const workers = await loadWorkers();
  const sources = modules.filter((file) => !file.startsWith('sandbox/'));
  const advice = 'Give each a row that says what it holds, and for how long; take out what is gone.';

  test('lists every Durable Object class and KV namespace', () => {
    const classes = workers.flatMap((worker) => worker.classes?.flat() ?? []);
    const spaces = workers
      .flatMap(settingsOf)
      .filter(({ binding }) => binding?.kind === 'kv_namespaces')
      .map(({ name }) => name);
    expect([classes, spaces]).not.toContainEqual([]);
    expect(
      [...classes, ...spaces].filter((name) => !named.includes(name)),
      advice,
    ).toEqual([]);
  });

  test('lists exactly the encrypted values', () => {
    const purposes = sources.flatMap((file) =>
      [...read(file).matchAll(/\bsealed\(\s*'([^']+)'/g)].map(([, purpose = '']) => purpose),
    );
    const stated = named.filter((name) => /^(?:service|gateway) /.test(name));
    expect(stated.sort(), advice).toEqual(purposes.sort());
  });

  test('lists exactly the cookies', () => {
    const names = sources.flatMap((file) =>
      [...read(file).matchAll(/['`](plid-[a-z-]+)(?:\$\{(\w+)\})?['`]/g)].map(([, name = '']) => name),
    );
    const stated = named
      .filter((name) => name.startsWith('__Host-'))
      .map((name) => name.replace(/^__Host-|<\w+>$/g, ''));
    expect(stated.sort(), advice).toEqual(names.sort());
  });
});
