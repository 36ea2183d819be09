import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isAskedForByTypes, recipe } from '../support/inspect/recipes.ts';
import { copyProject } from '../support/world/project-copy.ts';

const record = 'packages/plid/protocol/user-record.ts';
const fields = 'workers/service/shared/application-fields.ts';

/** An addition to a file, and the name by which a message of the compiler refers to it. */
const added = [
  {
    heading: 'An attribute',
    named: /'zipcode'/,
    definitions: record,
    before: /^ {2}telcoCd\?: /m,
    after: 'zipcode?: string;\n  telcoCd?: ',
  },
  {
    heading: 'A carrier',
    named: /'(?:\w+_)?N(?:_\w+)?'|"N"/,
    definitions: record,
    before: /'S', 'K', 'L'\]/,
    after: "'S', 'K', 'L', 'N']",
  },
  {
    heading: 'A field of an application',
    named: /'nickname'/,
    definitions: fields,
    before: /^ {2}popup: /m,
    after: "nickname: { kind: 'text', maxLength: 9, initial: '', since: '0.4' },\n  popup: ",
  },
];

/** The errors of the types outside the tests after every addition: one compilation tells each apart by its name. */
let missed: { file: string; message: string }[];
beforeAll(async () => {
  const { folder, remove } = copyProject();
  try {
    for (const { definitions, before, after } of added) {
      const file = path.join(folder, definitions);
      const text = readFileSync(file, 'utf8');
      expect(text).toMatch(before);
      writeFileSync(file, text.replace(before, after));
    }
    missed = await compile(folder);
  } finally {
    remove();
  }
}, 120_000);

/** The errors of all that is not a test: stand-ins of the tests and of the benchmark are named by their types. */
function compile(folder: string): Promise<typeof missed> {
  const project = path.join(folder, 'tsconfig.recipes.json');
  const include = ['workers', 'packages', 'scripts', 'docs'];
  writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include }));
  const compiler = path.join(folder, 'node_modules/typescript/bin/tsc');
  const words = [compiler, '--noEmit', '--pretty', 'false', '-p', project];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: folder }, (_, output) => {
      const errors = [...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error (.+)$/gm)];
      resolve(errors.map(([, file = '', message = '']) => ({ file, message })));
    });
  });
}

describe.each(added)('one more: $heading', ({ heading, named }) => {
  test('the types ask for the files that CONTRIBUTING.md lists, and for no other', () => {
    const asked = missed.filter(({ message }) => named.test(message)).map(({ file }) => file);
    const rows = recipe(heading).map((row) => ({ ...row, files: row.file.split(' or ') }));
    expect(asked.filter((file) => !rows.some(({ files }) => files.includes(file)))).toEqual([]);
    const inTypes = rows.filter(isAskedForByTypes);
    expect(inTypes.filter(({ files }) => !files.some((file) => asked.includes(file)))).toEqual([]);
  });
});

test('every error names what was added', () => {
  const unnamed = missed.filter(({ message }) => !added.some(({ named }) => named.test(message)));
  expect(unnamed).toEqual([]);
});
