import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderOf } from '../../../tools/configuration/worker-source.ts';
import { readHalves } from '../../../tools/reference/halves.ts';
import { cachesIn } from '../../../tools/reference/isolate-caches.ts';
import { filesOf, isolateMemoryPage, keptCaches } from '../../../tools/reference/isolate-memory.ts';
import { TextFault } from '../../../tools/reference/page.ts';
import { readSource } from '../../../tools/reference/sources.ts';
import { root } from '../../support/world/bundles.ts';

const halves = await readHalves();
const caches = keptCaches(halves);

test('every cache of a deployed worker and of the local environment has a maximum', () => {
  expect(caches).toHaveLength(44);
  for (const language of ['en', 'ko'] as const) {
    const rows = isolateMemoryPage(halves)
      .body(language)
      .match(/^- .+ \(`\S+\.tsx? .+`\)\. \S+: .+\. \S+: .+\.$/gm);
    expect(rows).toHaveLength(caches.length);
    for (const row of rows ?? []) expect(row).not.toMatch(/: \./);
  }
});

test('every file of the workers is scanned, except entry points of other programs', () => {
  const scanned = new Set([
    ...halves.flatMap(({ workers }) =>
      workers.flatMap((worker) => [...filesOf(`${folderOf(worker)}/index.ts`)]),
    ),
    ...filesOf('sandbox/local.ts'),
  ]);
  expect(scanned.size).toBeGreaterThan(400);
  const stateful = globSync('{workers,sandbox}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/{node_modules,test,start,samples}/**', 'workers/gateway/single-worker/**'],
  }).filter((file) => cachesIn(file, readSource(file)).length > 0);
  expect(stateful.filter((file) => !scanned.has(file))).toEqual([]);
});

const source = (text: string) => cachesIn('workers/core/planted.ts', text).map(({ name }) => name);

test.each([
  ['a variable', 'let seen = 0;', ['planted.ts seen']],
  ['an exported map', 'export const seen = new Map<string, number>();', ['planted.ts seen']],
  ['a list', 'const seen: string[] = [];', ['planted.ts seen']],
  ['an object', 'const seen: Record<string, true> = {};', ['planted.ts seen']],
  ['a memo', 'const seen = new Memo<string, true>(5);', ['planted.ts seen']],
  ['a part that is rendered once', 'const Part = renderOnce(() => null);', ['planted.ts Part']],
  ['a memo in a closure', 'function reader() { const seen = new Memo(); }', ['planted.ts reader.seen']],
  ['a constant table', "const names = new Set(['a']); const texts = { a: 'b' };", []],
  ["a function's own map", 'function count() { const seen = new Map(); let sum = 0; }', []],
])('the scan finds what an isolate keeps: %s', (_, text, names) => {
  expect(source(text)).toEqual(names);
});

test('the maximum of a memo is read from the code', () => {
  const found = cachesIn('a.ts', 'const one = new Memo(5); const other = new Memo(); let third = 1;');
  expect(found.map(({ limit }) => limit)).toEqual([5, 1_000, undefined]);
});

test('an unbounded map without a stated maximum is refused', () => {
  const page = isolateMemoryPage(halves);
  expect(() => page.body('en')).not.toThrow();
  const unknown = { name: 'planted.ts seen', limit: undefined, isWeak: false, workers: ['service-token'] };
  const text = { content: { en: 'Numbers', ko: '번호' } };
  expect(() => isolateMemoryPage(halves, [unknown], { [unknown.name]: text })).toThrow(TextFault);
});
