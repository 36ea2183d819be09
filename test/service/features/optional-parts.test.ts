import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cases } from '../../../packages/plid-kits/conformance/run.ts';
import type { Target } from '../../../packages/plid-kits/conformance/target.ts';
import { folderOf } from '../../../tools/configuration/worker-source.ts';
import { bundleOf, root } from '../../support/world/bundles.ts';
import type { Tree } from '../../support/world/configurations.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { startWorld } from '../../support/world/world.ts';
import { type Change, changedTree } from '../support/source-trees.ts';
import { playCase, specificationTarget } from '../support/specification-target.ts';

/** The workers whose index.ts lists optional parts. */
const lists = ['authorize', 'par', 'objects'];
const fileOf = (worker: string) => `${folderOf({ worker: `service-${worker}` })}/index.ts`;
const sourceOf = (worker: string) => readFileSync(path.join(root, fileOf(worker)), 'utf8');

/** The changes of a worker's index.ts wherever a pattern matches. @param to NAME stands for the pattern's first group. */
const emptied = (worker: string, pattern: RegExp, to = ''): Change[] =>
  [...sourceOf(worker).matchAll(pattern)].map(([from, name = '']) => ({
    file: fileOf(worker),
    from,
    to: to.replace('NAME', name),
  }));

/** The workers with empty lists, and with plain accounts. */
const changes: Change[] = [
  ...lists.flatMap((worker) =>
    emptied(worker, /^import [^;]*'(?:\.\.\/\.\.\/features|\.\.\/openid)\/[^;]*;\n/gm),
  ),
  ...emptied('authorize', /^const (methods|formats) = \[\w[^;]*;/gm, 'const NAME = [];'),
  ...emptied('authorize', /^const (settings) = \{[^;]*;/gm, 'const NAME = {};'),
  ...emptied('par', /^const (readers) = \[\w[^;]*;/gm, 'const NAME = [];'),
  ...emptied('objects', /^export class Account\n[\s\S]*?^}\n/gm, 'export { PlainAccount as Account };\n'),
];

/** Cases of OpenID Connect, which is an optional part. */
const isOptional = ({ section, needs = [] }: (typeof cases)[number]): boolean =>
  section.endsWith(' OP') || [needs].flat().includes('a relying party');

describe('the service without its optional parts', { shuffle: false }, () => {
  let tree: Tree;
  let target: Target;
  const world = useStarted(async () => {
    tree = await changedTree('without-optional-parts', changes);
    return startWorld({ half: 'service', releases: { objects: tree, callers: tree } });
  });
  beforeAll(() => {
    target = specificationTarget(world);
  });

  test('contains only their two entrypoints, to which other workers are bound', () => {
    expect(changes).toHaveLength(20);
    const parts = lists.flatMap((worker) => {
      const map = readFileSync(`${bundleOf(fileOf(worker), tree.bundles)}.map`, 'utf8');
      const { sources }: { sources: string[] } = JSON.parse(map);
      const parts = sources.flatMap((file) => /workers\/service\/features\/.*/.exec(file) ?? []);
      return parts.filter((file) => file !== fileOf(worker));
    });
    expect(parts).toEqual([
      'workers/service/features/events/event-keys-entrypoint.ts',
      'workers/service/features/reviewers/reviewers-entrypoint.ts',
    ]);
  });

  test.each(cases.filter((each) => !isOptional(each)))('passes $section: $statement', (each) =>
    playCase(target, each),
  );
});
