import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { documents, readDocument } from '../support/assertions/markdown.ts';
import { root } from '../support/world/test-workers.ts';

const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });

/** A copy of the project without its history, or with a part of it, has no commits to compare with. */
const hasHistory = git('rev-parse', '--is-shallow-repository').stdout === 'false\n';

const cited = documents.flatMap((file) =>
  [...readDocument(file).matchAll(/\b[Cc]ommits? `?([\da-f]{7,40})\b/g)].map(([, commit = '']) => ({
    file,
    commit,
  })),
);

test('documents cite commits', () => {
  expect(cited.map(({ file }) => file)).toEqual(
    expect.arrayContaining([
      'docs/verification/README.md',
      'docs/verification/tables/performance.md',
      'docs/verification/tables/scale.md',
    ]),
  );
});

test.skipIf(!hasHistory)('every cited commit is in the history (skipped without the whole history)', () => {
  const missing = cited.filter(
    ({ commit }) => git('merge-base', '--is-ancestor', commit, 'HEAD').status !== 0,
  );
  expect(missing, 'Cite the commit that was measured, or one that published the figure.').toEqual([]);
});
