import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { browserOf, claimsOf, deny, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { debianPackages, hasDebian, withoutDebian } from '../debian-packages.ts';
import { ended, environment, pythonPackages } from './program-process.ts';

const program = path.join(import.meta.dirname, 'programs/relying_party.py');
const libraries = ['authlib', 'requests_oauthlib', 'social_core'];

describe.each(libraries)(`%s${withoutDebian}`, (library) => {
  if (!hasDebian) return test.skip('signs a user in');
  const world = useClientWorld();

  /** Starts the program. @returns the URL of its sign-in, and a function that gives it the callback and reads its answer. */
  async function start() {
    const settings = await registerClient(world, 'http://localhost:3000/callback', { openid: 'RS256' });
    const child = spawn('python3', [program, library], {
      env: environment(settings, debianPackages(pythonPackages)),
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

  test('signs a user in', async () => {
    const { browser, url, finish } = await start();
    const { person, end } = await signIn(world, browser, url);
    const { sub, name, phone_number, birthdate } = claimsOf(person);
    expect(await finish(end.url)).toMatchObject({ sub, name, phone_number, birthdate });
  });

  test('reports a denied sign-in', async () => {
    const { browser, url, finish } = await start();
    const { error } = await finish((await deny(world, browser, url)).url);
    expect(error).toMatch(/denied/);
  });
});
