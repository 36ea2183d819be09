import { execFileSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { type CodeBlock, codeBlocksOf, englishDocuments } from '../support/assertions/code-blocks.ts';
import { readDocument } from '../support/assertions/markdown.ts';
import { root } from '../support/world/test-workers.ts';
import { commandsIn, faultOf } from './support/shell-commands.ts';

/** The test that runs the pasted lines of a document (```sh) or its whole programs (```js), or reads its log lines. */
const runBy: Record<string, string> = {
  'README.md': 'verify/clients/packed/pasted-programs.ts',
  'docs/README.md': 'verify/clients/packed/pasted-programs.ts',
  'docs/protocol/by-hand.md': 'test/documents/pasted-lines.test.ts',
  'docs/gateway/apps.md': 'test/documents/pasted-lines.test.ts',
  'docs/carriers/README.md': 'verify/examples/carrier-http.test.ts',
  'docs/carriers/contract.md': 'verify/examples/carrier-http.test.ts',
  'packages/plid/README.md': 'verify/clients/packed/pasted-programs.ts',
  'docs/client/express.md': 'verify/clients/pages/pages.test.ts',
  'docs/client/python.md': 'verify/clients/pages/pages.test.ts',
  'docs/client/users.md': 'test/gateway/single-worker/leaving-page.test.ts',
  'docs/client/web.md': 'verify/clients/pages/pages.test.ts',
  'docs/client/laravel.md': 'verify/clients/pages/pages.test.ts',
  'docs/gateway/your-worker.md': 'test/gateway/single-worker/documented-workers.test.ts',
  'docs/sandbox/api.md': 'test/documents/pasted-lines.test.ts',
  'docs/sandbox/faults.md': 'test/documents/pasted-lines.test.ts',
  'docs/operate/logs.md': 'test/documents/watching.test.ts',
  'docs/examples/carrier-http/README.md': 'test/support/world/java-carrier.ts',
  'docs/examples/ci/README.md': 'verify/clients/ci-example.test.ts',
};

/** The test that compiles the TypeScript (```ts) of a document, or of one of its headings. */
const compiledBy: Record<string, string> = {
  'docs/sandbox/testing.md#`vitest.config.ts`': 'verify/clients/workers/worker-projects.test.ts',
  'docs/sandbox/testing.md#`tests/start-sandbox.ts`': 'verify/clients/workers/worker-projects.test.ts',
  'docs/sandbox/testing.md#`tests/worker.test.ts`': 'verify/clients/workers/worker-projects.test.ts',
  'docs/gateway/your-worker.md': 'test/gateway/single-worker/gateway-types.test.ts',
};

/** Files that are compiled or run: by the checks of types, and by the tests of the examples and clients. */
const compiled = globSync('{docs/examples,docs/clients,packages,workers,tools,sandbox,admin}/**/*.*', {
  cwd: root,
})
  .filter((file) => !/node_modules|\.(?:md|json|png|next)$/.test(file))
  .filter((file) => statSync(`${root}/${file}`).isFile());

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '…' && line !== '// …');

/** Whether a block consists of lines of a file, in their order. */
function isFrom(file: string, block: string): boolean {
  const lines = linesOf(readDocument(file));
  let at = 0;
  return linesOf(block).every((line) => {
    at = lines.indexOf(line, at) + 1;
    return at > 0;
  });
}

/** The text of every whole file that is compiled or run. */
const wholeFiles = new Set(compiled.map((file) => readDocument(file).trim()));

/** Blocks that a test runs as they are, although their heading isn't the name of a file. */
const runAlone = [
  'README.md#Add it to your app',
  'docs/README.md#Start here',
  'docs/client/users.md#On a server',
  'docs/gateway/your-worker.md#The Worker',
  'docs/gateway/your-worker.md#Optional parts',
  'packages/plid/README.md#Sign in',
];

/** The fault of a program that readers paste, but that doesn't run by itself; undefined if there is none. */
function faultOfProgram({ file, heading, language, text, isFragment }: CodeBlock): string | undefined {
  const isProgram = /^(?:[jt]sx?|python)$/.test(language) && /^(?:import|from|const) /m.test(text);
  if (!isProgram || isFragment || wholeFiles.has(text.trim())) return undefined;
  const place = `${file}#${heading}`;
  const isFile = /`[\w./+-]+`$/.test(heading) && runBy[file] !== undefined;
  if (isFile || compiledBy[place] !== undefined || runAlone.includes(place)) return undefined;
  return 'it looks whole, but no test runs it by itself: mark it as a fragment (```ts fragment)';
}

/** The fault of a block; undefined if there is none. */
const faultIn = (block: CodeBlock): string | undefined => faultOfProgram(block) ?? faultOfText(block);

/** The fault of a block's text by its language; undefined if there is none. */
function faultOfText({ file, heading, language, text }: CodeBlock): string | undefined {
  if (language === 'json') return faultOfParsing(() => JSON.parse(text));
  if (language === 'toml') return faultOfParsing(() => parseToml(text));
  if (language === 'yaml') return faultOfParsing(() => parseYaml(text));
  if (language === 'sh' || language === 'js' || language === 'sql')
    return runBy[file] === undefined ? 'no test runs it: name it in runBy' : undefined;
  // That test takes every block of a page as a file or a command, unless another test runs it.
  if (language !== '' && runBy[file] === 'verify/clients/pages/pages.test.ts') return undefined;
  if (language === '') return faultOfShell(file, text);
  if (language === 'ts' && (compiledBy[file] ?? compiledBy[`${file}#${heading}`]) !== undefined)
    return undefined;
  if (language === 'http') return faultOfMessage(text);
  if (language === 'mermaid') return faultOfDiagram(text);
  return compiled.some((one) => isFrom(one, text)) ? undefined : 'no file that is compiled has these lines';
}

function faultOfParsing(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (failure) {
    return String(failure);
  }
}

/** A request line and its headers. */
const faultOfMessage = (text: string): string | undefined =>
  /^(?:GET|POST) \/\S* HTTP\/1\.1(?:\n[A-Z][\w-]*: .+)*$/.test(text.trim())
    ? undefined
    : 'not a request line with headers';

/** A diagram's type, and its title and description for screen readers. */
const faultOfDiagram = (text: string): string | undefined =>
  /^(?:flowchart (?:LR|TD)|sequenceDiagram)\n *accTitle: \S.*\n *accDescr: \S/.test(text)
    ? undefined
    : 'not a flowchart (LR, TD) or sequenceDiagram with accTitle and accDescr';

/** An indented block holds commands, a line of a file of settings, or a line of the log. */
function faultOfShell(file: string, text: string): string | undefined {
  if (text.startsWith('{')) return faultOfParsing(() => JSON.parse(text));
  if (/^[A-Z_]+="[^"]*"$/.test(text)) return undefined;
  const syntax = faultOfParsing(() => execFileSync('bash', ['-n', '-c', text], { stdio: 'pipe' }));
  if (syntax !== undefined || runBy[file] !== undefined) return syntax;
  const faults = commandsIn(text).map((words) => faultOf(words) && `${words.join(' ')}: ${faultOf(words)}`);
  return faults.find((fault) => fault !== undefined);
}

/** Lint compares the generated pages with the programs (tools/reference). */
const written = englishDocuments.filter((file) => !file.startsWith('docs/reference/'));
const blocks = written.flatMap(codeBlocksOf);

test('fenced and indented code blocks are found', () => {
  const languages = blocks.map(({ language }) => language);
  expect(languages).toEqual(expect.arrayContaining(['', 'sh', 'json']));
});

test.each(written)('every code block of %s is run, compiled, or parsed by a test', (file) => {
  const faults = blocks
    .filter((block) => block.file === file)
    .map((block) => ({ heading: block.heading, text: block.text.slice(0, 200), fault: faultIn(block) }))
    .filter(({ fault }) => fault !== undefined);
  expect(
    faults,
    'Make it lines of a file that is compiled, commands that exist, or ```sh or ```js with a test in runBy.',
  ).toEqual([]);
});

test('every test listed for a document reads it', () => {
  for (const [place, file] of [...Object.entries(runBy), ...Object.entries(compiledBy)]) {
    const [document = ''] = place.split('#');
    expect(existsSync(`${root}/${document}`), document).toBe(true);
    expect(readDocument(file), `${file} has to run ${document}: name the test that does in runBy.`).toContain(
      document,
    );
  }
});
