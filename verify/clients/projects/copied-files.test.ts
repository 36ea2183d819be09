import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findNode } from '../../../test/support/world/example-process.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { browserOf, recordOf, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { inTurn } from '../in-turn.ts';
import { kinds } from './kinds.ts';
import { startNext } from './next-project.ts';
import { compile, startProject } from './project.ts';

const world = useClientWorld();
/** The limit for installing, compiling and bundling on a busy machine, in milliseconds. */
const patience = 400_000;

/** A whole login with two of the copied files. @param step runs one step of it in the project. */
async function testLogin(step: (asked: object) => Promise<unknown>): Promise<void> {
  const settings = await registerClient(world, 'http://localhost:3000/callback');
  const { url, kept } = (await step({ settings })) as { url: string; kept: object };
  const browser = browserOf(world, { application: async () => new Response() });
  const { person, end } = await signIn(world, browser, url);
  expect(await step({ settings, callback: end.url.href, kept })).toEqual(recordOf(person));
}

const runIn = (folder: string, words: string[], node = process.execPath) =>
  promisify(execFile)(node, words, { cwd: folder }).catch(({ stdout, stderr }) => {
    throw new Error(`${words.join(' ')}:\n${stdout}${stderr}`);
  });

/** Runs main.ts, or its compiled form. */
const program = (folder: string, words: string[], node?: string) => async (asked: object) =>
  JSON.parse((await runIn(folder, [...words, JSON.stringify(asked)], node)).stdout);

const node20 = findNode(20);

describe.each(inTurn(kinds))('$name', (kind) => {
  test.each(kind.typescript)(
    'compiles every file of docs/clients with TypeScript %i',
    { timeout: patience },
    async (version) => {
      const folder = await startProject(kind, version);
      const faults = await compile(folder, version).then(
        () => '',
        ({ stdout }) => stdout,
      );
      expect(faults).toBe('');
    },
  );

  const { run, bundle, typescript } = kind;
  test.skipIf(run === undefined)('signs a user in', { timeout: patience }, async () => {
    const [version = 7] = typescript;
    const folder = await startProject(kind, version);
    await compile(folder, version);
    if (bundle !== undefined) await runIn(folder, bundle);
    await testLogin(program(folder, run ?? []));
    if (node20 !== undefined) await testLogin(program(folder, run ?? [], node20));
  });
});

async function signInWithNext(): Promise<void> {
  const next = await startNext((redirectUri) => registerClient(world, redirectUri));
  onTestFinished(() => next.stop());
  await testLogin(async (asked) => {
    const answer = await fetch(`${next.address}/step`, { method: 'POST', body: JSON.stringify(asked) });
    return answer.json();
  });
  // The routes of plid/web, as docs/client/README.md and web.md have them.
  const { person, end } = await signIn(world, browserOf(world), `${next.address}/login?return_to=/orders`);
  const [pathname, answer] = [end.url.pathname, JSON.parse(end.text)];
  expect(pathname).toBe('/callback');
  expect(answer).toEqual({ user: recordOf(person), returnTo: `${next.address}/orders` });
}

async function signInWithoutCompiler(): Promise<void> {
  const folder = await startProject({ name: 'Node.js, or tsx', type: 'module', typescript: [] }, 7);
  await testLogin(program(folder, ['src/main.ts']));
  const tsx = ['node_modules/tsx/dist/cli.mjs', 'src/main.ts'];
  await testLogin(program(folder, tsx, node20));
}

const others = [
  { name: 'Next.js built with `next build` signs a user in', signUserIn: signInWithNext },
  {
    name: 'Node 26 and tsx run the files of docs/clients without a compiler',
    signUserIn: signInWithoutCompiler,
  },
];

test.each(inTurn(others))('$name', { timeout: patience }, ({ signUserIn }) => signUserIn());

test('no file of docs/clients imports a value from another one, or a default (`undefined` in NestJS 10)', () => {
  const files = globSync('docs/clients/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(10);
  const importing = files.filter((file) =>
    /^import (?!type )(?:[^;]*'\.|\w)/m.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(importing).toEqual([]);
});
