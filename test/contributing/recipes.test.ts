import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { attributes, carrierCodes } from '../../packages/plid/protocol/user-record.ts';
import { halfOf } from '../../scripts/configuration/index.ts';
import { carrierNames } from '../../workers/core/protocol/attribute-words.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import * as gatewayRefusals from '../../workers/gateway/shared/gateway-refusals.ts';
import * as operatorRefusals from '../../workers/service/shared/operator-refusals.ts';
import * as serviceRefusals from '../../workers/service/shared/service-refusals.ts';
import { readDocument } from '../support/inspect/markdown.ts';
import { isAskedForByTypes, recipe } from '../support/inspect/recipes.ts';
import { listedWorkers, root } from '../support/world/test-workers.ts';

/** One of the things that are there: how a file names it, and what the list calls the files that are its own. */
interface Example {
  name: string;
  named: RegExp;
  /** @returns the file as the list writes it. */
  inList: (file: string) => string;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const asWord = (text: string) => `(?<![\\w-])${escaped(text)}(?![\\w-])`;
const folders = /^(docs\/(?:clients|examples)\/).*/;

const workers = listedWorkers
  .filter((worker) => halfOf(worker) !== undefined && worker.routes.length > 0)
  .map(({ worker, routes }) => {
    const [, half = '', route = ''] = /^(\w+)-(.+)$/.exec(worker) ?? [];
    const guide = half === 'service' ? 'docs/operating.md' : 'docs/operating-gateway.md';
    const inList = (file: string) => {
      if (file === guide) return 'docs/operating.md or docs/operating-gateway.md';
      return file.replace(`workers/${half}/${route}/`, 'workers/<half>/<route>/');
    };
    const named = new RegExp(
      `${asWord(worker)}|${asWord(`plid-${worker}`)}|${escaped(`${half}/${route}`)}(?![\\w-])`,
    );
    return { name: worker, named, inList, paths: routes.map((path) => path.split(' ')[1] ?? '') };
  });

const routes = workers.flatMap(({ paths, inList }) =>
  [...new Set(paths)].map((path) => {
    const pattern = escaped(path).replaceAll(/:(\w+)/g, '[:{]$1}?');
    return { name: path, named: new RegExp(`${pattern}(?![\\w/-])`), inList };
  }),
);

const tables = {
  'workers/core/protocol/refusals.ts': refusals,
  'workers/service/shared/service-refusals.ts': serviceRefusals,
  'workers/service/shared/operator-refusals.ts': operatorRefusals,
  'workers/gateway/shared/gateway-refusals.ts': gatewayRefusals,
};
const errors = Object.entries(tables).flatMap(([table, refusals]) =>
  Object.keys(refusals).map((reason) => ({
    name: reason,
    named: new RegExp(asWord(reason)),
    inList: (file: string) => {
      if (file === table) return 'workers/…-refusals.ts or workers/core/protocol/refusals.ts';
      return file.replace(/^workers\/.*/, 'workers/…');
    },
  })),
);

const inFolder = (file: string) => file.replace(folders, '$1');

const kinds: Record<string, Example[]> = {
  'A worker': workers,
  'A route': routes,
  'An error': errors,
  'An attribute': attributes.map((name) => ({ name, named: new RegExp(asWord(name)), inList: inFolder })),
  'A carrier': carrierCodes.map((code) => ({
    name: code,
    named: new RegExp(`(?<!\\w)${escaped(carrierNames[code])}|PHONE_APP_${code}|['"\`]${code}['"\`]`),
    inList: inFolder,
  })),
};

/** The project's files, without pictures, what is generated, and what the list leaves to its own test, or to the translation. */
const files = String(execFileSync('git', ['ls-files', '-z'], { cwd: root }))
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))
  .filter((file) => !/\.(?:png|svg)$|lock\.json$|^docs\/ko\/|^bench\/|^CHANGELOG|^CONTRIBUTING/.test(file))
  .filter((file) => !file.startsWith('test/') || file === 'test/bundles.test.ts')
  .map((file) => ({ file, text: readDocument(file) }));

/** What names every example, as the list writes it. */
function namingAll(examples: readonly Example[]): string[] {
  const sets = examples.map(
    ({ named, inList }) =>
      new Set(files.filter(({ text }) => named.test(text)).map(({ file }) => inList(file))),
  );
  return [...(sets[0] ?? [])].filter((file) => sets.every((set) => set.has(file)));
}

describe.each(Object.entries(kinds))('CONTRIBUTING.md, %s', (heading, examples) => {
  const rows = recipe(heading);
  const naming = namingAll(examples);

  test('lists every file that names all of those that are there', () => {
    expect(examples.length).toBeGreaterThan(2);
    expect(rows.length).toBeGreaterThan(1);
    // Documents may name all of them in passing.
    const asked = naming.filter((file) => !file.endsWith('.md') || heading === 'A worker');
    const listed = rows.map(({ file }) => file);
    expect(asked.filter((file) => !listed.includes(file))).toEqual([]);
  });

  test('lists no file that does not, unless the types ask for it', () => {
    const idle = rows.filter((row) => !naming.includes(row.file) && !isAskedForByTypes(row));
    expect(idle).toEqual([]);
  });
});
