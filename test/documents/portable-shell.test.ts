import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { codeBlocksOf } from '../support/inspect/code-blocks.ts';
import { codesOf, documents, readDocument } from '../support/inspect/markdown.ts';
import { root } from '../support/world/test-workers.ts';

/** Features that the bash of a Mac (3.2) lacks, and options of Linux's own programs: an example of each, and the pattern that finds it. */
const foreign: [string, RegExp][] = [
  ['mapfile -t lines < file', /\b(?:mapfile|readarray)\b/],
  ['declare -A table', /\b(?:declare|local|typeset) -\w*[Ang]/],
  [`echo "\${name^^}"`, /\$\{\w+(?:\^|,)/],
  [`echo "\${name@Q}"`, /\$\{\w+@\w\}/],
  [`echo "\${list[-1]}"`, /\$\{\w+\[-\d/],
  ['make |& tee log', /\|&/],
  ['make &>> log', /&>>/],
  ['wait -n', /\bwait -n\b/],
  ['coproc server', /\bcoproc\b/],
  ["printf '%(%s)T'", /printf ['"]?%\(/],
  ['base64 -w0 logo.svg', /\bbase64 (?:-w|--wrap)/],
  ["sed -i 's/a/b/' file", /\bsed (?:-\w+ )*-i\b/],
  ["sed -r 's/a/b/'", /\bsed (?:-\w+ )*-\w*r/],
  ["date -d '1 day ago'", /\bdate (?:-\w+ )*(?:-d|--date)\b/],
  ['date +%s%N', /\bdate \+\S*%N/],
  ['readlink -f file', /\breadlink -[ef]/],
  ['grep -oP x', /\bgrep (?:-\w+ )*-\w*P/],
  ['xargs -r rm', /\bxargs (?:-\w+ )*-\w*[rd]/],
  ['stat -c %s file', /\bstat -(?:c|-format)/],
  ['sort -V', /\bsort (?:-\w+ )*-\w*V/],
  ['head -n -1', /\bhead -(?:n|c) ?-/],
  ['find . -printf x', /-printf\b/],
  ['cp -al from to', /\bcp -\w*[alL]/],
  ['mktemp -p /tmp', /\bmktemp (?:-p|--)/],
  ['timeout 5 curl', /(?:^|[|;&(] *)timeout \d/m],
  ['nproc', /(?:^|[|;&($] *)(?:nproc|tac|setsid|sha256sum|md5sum)\b/m],
];

const told = (line: string) =>
  foreign.filter(([, pattern]) => pattern.test(line)).map(([example]) => example);

test('a line like each of the examples would be found', () => {
  const examples = foreign.map(([example]) => example);
  expect(examples.map(told)).toEqual(examples.map((example) => [example]));
});

const shellScripts = readdirSync(path.join(root, '.ci'))
  .map((name) => `.ci/${name}`)
  .filter((file) => /^#!.*sh$/m.test(readDocument(file)));

test('no script and no document says to a shell what a Mac, with its bash 3.2 and its own programs, does not understand', () => {
  expect(shellScripts).not.toEqual([]);
  const lines = [
    ...shellScripts.map((file) => [file, readDocument(file)]),
    ...Object.entries(project.scripts),
    ...documents.flatMap((file) => [
      ...codeBlocksOf(file)
        .filter(({ language }) => ['', 'sh'].includes(language))
        .map(({ text }) => [file, text]),
      // A document may name a command to warn of it: none does yet.
      ...codesOf(readDocument(file)).map((code) => [file, code]),
    ]),
  ];
  const found = lines.flatMap(([where, text = '']) =>
    text
      .replaceAll(/^\s*#.*$/gm, '')
      .split('\n')
      .flatMap((line) => told(line).map((example) => ({ where, line, example }))),
  );
  expect(found, 'Write it for bash 3.2, and the programs of macOS.').toEqual([]);
});
