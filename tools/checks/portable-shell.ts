import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/**
 * Features that the bash of a Mac (3.2) lacks, and options of Linux-only programs: an example of each, and the
 * pattern that finds it.
 */
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

const foreignIn = (line: string) =>
  foreign.filter(([, pattern]) => pattern.test(line)).map(([example]) => example);

/** Lists lines in scripts, package.json, and documents that a Mac with bash 3.2 doesn't support. */
export function faultsOfShell(): string[] {
  const scripts = readdirSync(path.join(root, '.ci'))
    .map((name) => `.ci/${name}`)
    .filter((file) => /^#!.*sh$/m.test(read(file)));
  const { scripts: commands } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const documents = globSync('{*,docs/**/*,packages/*/*}.md', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const lines = [
    ...scripts.flatMap((file) => linesOf(file, read(file))),
    ...Object.entries(commands).flatMap(([name, command]) => linesOf(`package.json, ${name}`, command)),
    ...documents.flatMap((file) => linesOf(file, shellOf(read(file)))),
  ];
  return [
    ...foreign
      .filter(([example]) => !foreignIn(example).includes(example))
      .map(([example]) => `No pattern finds ${example}`),
    ...lines.flatMap(({ where, line }) =>
      foreignIn(line).map(
        (example) =>
          `${where}: "${line.trim()}" is like "${example}". Write it for bash 3.2 and the programs of macOS.`,
      ),
    ),
  ];
}

const linesOf = (where: string, text: string) =>
  text
    .replaceAll(/^\s*#.*$/gm, '')
    .split('\n')
    .map((line) => ({ where, line }));

/** The commands of a document: indented lines, fences of `sh`, and inline code. */
function shellOf(text: string): string {
  const fences = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
  const prose = text.replace(/^ *```.*?^ *```$/gms, '');
  const indented = prose.match(/^ {4,}.*$/gm) ?? [];
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...fences, ...indented.map((line) => line.trim()), ...inline].join('\n');
}
