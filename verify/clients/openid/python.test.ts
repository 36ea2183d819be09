import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { browserOf, claimsOf, deny, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { because, ended, environment } from './program-process.ts';

const program = path.join(import.meta.dirname, 'programs/relying_party.py');
/** The libraries, what each needs, and their Debian packages. */
const libraries = [
  ['authlib', 'authlib, requests', 'python3-authlib python3-requests'],
  ['requests_oauthlib', 'requests_oauthlib', 'python3-requests-oauthlib'],
  ['social_core', 'social_core, jose', 'python3-social-auth-core python3-jose'],
] as const;

/** The Python that has some modules: Debian's own is not always the first on the path. */
const pythonWith = (modules: string) =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `import ${modules}`]).status === 0,
  );

describe.each(libraries)('%s', (library, modules, install) => {
  const python = pythonWith(modules);
  const skipped = because(python !== undefined, install);
  const world = useClientWorld();

  /** Starts the program. @returns the URL of its sign-in, and a function that gives it the callback and reads its answer. */
  async function start() {
    const settings = await registerClient(world, 'http://localhost:3000/callback', { openid: 'RS256' });
    const child = spawn(python ?? '', [program, library], {
      env: environment(settings),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    ended(child);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const nextLine = async () => String((await lines.next()).value);
    const browser = browserOf(world, { application: async () => new Response() });
    const finish = async ({ href }: URL) => {
      child.stdin.write(`${href}\n`);
      return JSON.parse(await nextLine());
    };
    return { browser, url: await nextLine(), finish };
  }

  test.skipIf(python === undefined)(`signs a user in${skipped}`, async () => {
    const { browser, url, finish } = await start();
    const { person, end } = await signIn(world, browser, url);
    const { sub, name, phone_number, birthdate } = claimsOf(person);
    expect(await finish(end.url)).toMatchObject({ sub, name, phone_number, birthdate });
  });

  test.skipIf(python === undefined)(`reports a denied sign-in${skipped}`, async () => {
    const { browser, url, finish } = await start();
    const { error } = await finish((await deny(world, browser, url)).url);
    expect(error).toMatch(/denied/);
  });
});
