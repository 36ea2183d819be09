import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/world/test-workers.ts';

const documents = globSync('{*,docs/**/*}.md', { cwd: root, exclude: ['**/node_modules/**'] });
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** What `#…` may name in a document: its headings, as GitHub spells them, and its own anchors. */
function anchorsOf(document: string): string[] {
  const text = read(document).replace(/^```.*?^```$/gms, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)];
}

/** The links of a document to files and headings of the repository that are not there. */
function brokenLinks(document: string): string[] {
  const links = [...read(document).matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? document : path.join(path.dirname(document), file);
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
}

test('every link of a document leads to a file and a heading that are there', () => {
  expect(documents.length).toBeGreaterThan(8);
  const broken = documents.flatMap((document) => brokenLinks(document).map((link) => `${document}: ${link}`));
  expect(broken).toEqual([]);
});

test('nothing tells anybody to take a package of our name from the registry, where the name may be a stranger’s', () => {
  const told = globSync('{*.md,docs/**/*,packages/plid/**/*.ts,scripts/**/*.ts,.github/**/*}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.png'],
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  expect(told.length).toBeGreaterThan(200);
  const named =
    /\b(?:npx|npm exec|bunx|pnpm dlx|yarn dlx) plid\b|\b(?:npm (?:install|i|add)|yarn add|pnpm add|bun add)(?: -\S+)* plid\b/;
  expect(told.filter((file) => named.test(read(file)))).toEqual([]);
});

test('docs/threats.md names for every attack the answer and tests that are there, and every file in test/attacks', () => {
  const rows = [...read('docs/threats.md').matchAll(/^\| (?!attack \|)(.+) \|$/gm)].map(
    ([, row = '']) => row,
  );
  expect(rows.length).toBeGreaterThan(40);
  const named = new Set<string>();
  for (const row of rows) {
    const [attack, answer, tests = '', ...more] = row.split(' | ');
    expect([attack, answer, more], row).toEqual([
      expect.stringMatching(/\S/),
      expect.stringMatching(/\S/),
      [],
    ]);
    const files = [...tests.matchAll(/\[([^\]]+)\]\(\.\.\/test\/\1\.test\.ts\)/g)].map(([, file]) => file);
    expect(files, row).not.toEqual([]);
    for (const file of files) named.add(`test/${file}.test.ts`);
  }
  expect([...named].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect([...named]).toEqual(expect.arrayContaining(globSync('test/attacks/*.test.ts', { cwd: root })));
});

/** What docs/accessibility.md says of an item: the tests it names, and whether somebody has looked. */
function proofsOf(cell: string) {
  const tests = [...cell.matchAll(/\]\(\.\.\/(test\/[^)]+)\)((?:,? “[^”]+”)+)/g)].flatMap(
    ([, file = '', names = '']) => [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );
  return { tests, isProved: tests.length > 0 || /by hand|^as /.test(cell) };
}

test('docs/accessibility.md says of all 33 items of KWCAG 2.2 and all 55 criteria of WCAG 2.2 what shows them, with tests that are there', () => {
  const rows = [...read('docs/accessibility.md').matchAll(/^\| (\d+(?:\.\d+)+ .+) \|$/gm)].map(
    ([, row = '']) => row.split(' | '),
  );
  const isKorean = ([item = '']: string[]) => /[가-힣]/.test(item);
  const [korean, international] = [rows.filter(isKorean), rows.filter((row) => !isKorean(row))];
  expect([korean.length, international.length]).toEqual([33, 55]);
  expect(new Set(rows.map(([item = '']) => item)).size).toBe(88);
  const faults = rows.flatMap(([item, how, cell = '', ...more]) => {
    const { tests, isProved } = proofsOf(cell);
    const missing = tests.filter(
      ({ file, name }) => !existsSync(path.join(root, file)) || !read(file).includes(name),
    );
    return how && isProved && more.length === 0 && missing.length === 0 ? [] : [[item, missing]];
  });
  expect(faults).toEqual([]);
});

test('no test is named by a number of a list that nobody can see', () => {
  const files = globSync('test/**/*.test.ts', { cwd: root });
  const numbered = files.flatMap((file) =>
    [...read(file).matchAll(/\b(?:test|describe)\b[^\n]*?\(\s*(['"`]\d+\. [^'"`]+)/g)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  );
  expect(numbered).toEqual([]);
});

test('no two files of the workers have the same name: the tabs of an editor tell them apart', () => {
  const files = globSync('workers/**/*.*', { cwd: root });
  expect(files.length).toBeGreaterThan(150);
  const byName = Map.groupBy(files, (file) => path.basename(file).replace(/\.[^.]*$/, ''));
  byName.delete('index');
  expect([...byName.values()].filter((same) => same.length > 1)).toEqual([]);
});
