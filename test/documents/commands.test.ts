import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { englishDocuments, inlineCommandsOf } from '../support/assertions/code-blocks.ts';
import { codesOf, readDocument } from '../support/assertions/markdown.ts';
import { root } from '../support/world/test-workers.ts';
import { commandsIn, faultOf } from './support/shell-commands.ts';

const advice = 'Name a command that is there, with its options as they are.';

/** The faults of commands, each with its place. */
const faultsIn = (where: string, commands: readonly string[]) =>
  commands
    .flatMap((command) => commandsIn(command).map((words) => ({ where, command, fault: faultOf(words) })))
    .filter(({ fault }) => fault !== undefined);

test.each(englishDocuments)('%s names only existing npm commands', (file) => {
  const commands = inlineCommandsOf(file).filter((command) => !command.includes('…'));
  expect(faultsIn(file, commands), advice).toEqual([]);
});

test('issue forms and workflows name only existing npm commands', () => {
  const forms = globSync(['.github/*.md', '.github/ISSUE_TEMPLATE/*.yml'], { cwd: root });
  const told = forms.flatMap((file) =>
    faultsIn(
      file,
      codesOf(readDocument(file)).filter((code) => code.startsWith('npm ')),
    ),
  );
  const workflows = globSync('.github/workflows/*.yml', { cwd: root });
  const run = workflows.flatMap((file) => {
    const jobs: { steps?: { run?: string }[] }[] = Object.values(parse(readDocument(file)).jobs);
    return faultsIn(
      file,
      jobs.flatMap(({ steps = [] }) => steps.flatMap((step) => step.run ?? [])),
    );
  });
  expect([forms, workflows]).not.toContainEqual([]);
  expect([...told, ...run], advice).toEqual([]);
});

test("no document installs the package's name from the registry, where it isn't ours yet", () => {
  const told = globSync(
    '{*.md,docs/**/*,packages/**/*.{ts,md,json},{tools,sandbox,admin}/**/*.ts,.github/**/*}',
    {
      cwd: root,
      exclude: ['**/node_modules/**', 'packages/*/dist/**', '**/*.png'],
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  expect(told).toContain('packages/plid/README.md');
  const named =
    /\b(?:npx|npm exec|bunx|pnpm dlx|yarn dlx) plid\b(?!-admin)|\b(?:npm (?:install|i|add)|yarn add|pnpm add|bun add)(?: -\S+)* plid(?:-kits)?(?![\w-])/;
  expect(
    told.filter((file) => named.test(readDocument(file))),
    'Say how it is installed from a file, until the name is ours (docs/contribute/releasing.md).',
  ).toEqual([]);
});

test.each([
  ['npm run nothing', 'package.json has no script nothing'],
  ['npm start -- --prot 8788', "Unknown option '--prot'. See: npm start -- --help"],
  ['npx plid-admin applications creat', 'plid-admin has no command creat'],
  ['npx plid-admin applications list --urls x', 'plid-admin list knows no --urls'],
  ['npx plid-admin deploy gateway --dryrun', 'plid-admin deploy knows no --dryrun'],
  ['npx plid-kits conformance --sand', '--sand'],
  ['npx plid-kits carrier --sand', '--sand'],
  ['npm test -- test/service/tokens.test.ts', 'there is no file test/service/tokens.test.ts'],
  ['npx plid-admin sample honno', 'there is no file docs/examples/honno/package.json'],
  ['cp plid.toml plid.deploy.toml', 'there is no file plid.toml'],
  ['op run --env-file x -- npx plid-admin key', 'plid-admin has no command key'],
  ['frobnicate', 'the command frobnicate is unknown'],
])('the check finds a document that contains %s', (command, fault) => {
  expect(commandsIn(command).map(faultOf)).toEqual([fault]);
});
