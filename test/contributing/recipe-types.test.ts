import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAskedForByTypes, recipe } from '../support/inspect/recipes.ts';
import { copyProject } from '../support/world/project-copy.ts';

const record = 'packages/plid/protocol/user-record.ts';
const fields = 'workers/service/shared/application-fields.ts';

/** The files of the project in which the types miss something once a text of a file is another. */
function missedBy(
  folder: string,
  definitions: string,
  before: string | RegExp,
  after: string,
): Promise<string[]> {
  const file = path.join(folder, definitions);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(before);
  writeFileSync(file, text.replace(before, after));
  const compiler = path.join(folder, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: folder }, (_, output) => {
      const files = [...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, name = '']) => name);
      resolve([...new Set(files)]);
    });
  });
}

describe.each([
  [
    'An attribute',
    record,
    /^ {2}foreign: /m,
    'zipcode: { encrypted: true, format: /^\\d{5}$/ },\n  foreign: ',
  ],
  ['A carrier', record, /'S', 'K', 'L'\]/, "'S', 'K', 'L', 'N']"],
  [
    'A field of an application',
    fields,
    /^ {2}popup: /m,
    "nickname: { kind: 'text', maxLength: 9, initial: '', since: '0.4' },\n  popup: ",
  ],
])('one more: %s', (heading, definitions, before, after) => {
  test('the types ask for the files that CONTRIBUTING.md lists, and for no other', async () => {
    const { folder, remove } = copyProject();
    onTestFinished(remove);
    const missed = await missedBy(folder, definitions, before, after);
    const asked = missed.filter((file) => !/^(?:test|bench)\//.test(file));
    const rows = recipe(heading);
    expect(asked.filter((file) => !rows.some((row) => row.file === file))).toEqual([]);
    const inTypes = rows.filter(isAskedForByTypes).map(({ file }) => file);
    expect(inTypes.filter((file) => !asked.includes(file))).toEqual([]);
  }, 120_000);
});
