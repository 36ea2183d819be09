import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../test/support/world/bundles.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { devDependencies } = JSON.parse(read('verify/clients/package.json'));
const page = read('docs/client/libraries.md');

/** The rows of the first table: the library with its major version, the package behind it, and the snippet. */
const rows = [
  ...page.matchAll(/^\| (\S+) (\d+)(?: \(`([^`]+)`\))? \| \[([^\]]+)\]\(\.\.\/clients\/\4\)/gm),
].map(([, library = '', version = '', name = library, file = '']) => ({ library, version, name, file }));

test('docs/client/libraries.md lists every library snippet, and each has a test of its name', () => {
  const shared = ['disconnect.ts', 'settings.ts', 'user.ts'];
  const snippets = globSync('docs/clients/*.ts', { cwd: root }).map((file) => path.basename(file));
  expect(rows.map(({ file }) => file).sort()).toEqual(
    snippets.filter((file) => !shared.includes(file)).sort(),
  );
  const untested = rows.filter(
    ({ file }) => !existsSync(path.join(import.meta.dirname, file.replace('.ts', '.test.ts'))),
  );
  expect(untested).toEqual([]);
});

test.each(rows)(
  'the version of $library in docs/client/libraries.md is the tested one',
  ({ library, version, name }) => {
    // Auth.js 5 is the @auth/core 0 that next-auth 5 is built on.
    const major = library === 'Auth.js' ? '0' : version;
    expect(devDependencies[name]).toMatch(new RegExp(`^${major}\\.`));
  },
);
