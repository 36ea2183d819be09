import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from '../support/world/project-copy.ts';

const { folder, remove } = copyProject();
afterAll(remove);

/** Settings with which every worker would fail, if it read them. */
const hostile = ['KEYS=no-key', 'BASE_URL=ftp://nowhere', 'CLIENT_SECRET="a secret "', 'ACCOUNT=none'].join(
  '\n',
);

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

const hostileEnvironment = {
  KEYS: 'no-key',
  PORT: '1',
  BASE_URL: 'ftp://nowhere',
  CLOUDFLARE_ENV: 'production',
  CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
  CLOUDFLARE_API_BASE_URL: 'http://127.0.0.1:9',
  WRANGLER_REGISTRY_PATH: '/dev/null',
  PLID_TEST_FOLDER: '/dev/null',
  PLID_ADMIN_TOKEN: 'not the token',
  PLID_SEED: '7',
  PLID_CHROMIUM: process.execPath,
  // Nothing can be written below this, even by root.
  HOME: '/dev/null',
};

/** Runs test files of the copy, in a checkout with such files. */
function runTests(...files: string[]): Promise<string> {
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs');
  const words = [vitest, 'run', '--project', 'everyday', ...files];
  const { VITEST: _, PLID_TEST_FOLDER: __, ...environment } = process.env;
  const env = { ...environment, ...hostileEnvironment };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve(error === null ? stdout : `failed\n${stdout}${stderr}`),
    );
  });
}

test("the tests read nothing from the developer's folder or environment", async () => {
  for (const place of ['', 'workers/service/routes/token/', 'workers/gateway/routes/login/']) {
    for (const file of ['.dev.vars', '.env', '.env.local']) plant(`${place}${file}`, hostile);
  }
  plant('.wrangler/test-bundles/workers/local/local.js', 'throw new Error("an old bundle")');
  plant('.wrangler/state/v3/kv/broken', 'not a database');
  const output = await runTests('test/gateway/routes/login/http.test.ts');
  expect(output).toMatch(/^Tests: [1-9]\d* passed, 0 failed$/m);
  expect(readdirSync(path.join(folder, '.wrangler'))).toEqual(['state', 'test-bundles']);
}, 120_000);

test('PLID_SEED and PLID_CHROMIUM reach the tests', async () => {
  plant(
    'test/told.test.ts',
    `import { expect, test } from 'vitest';
import { seed } from './support/seed.ts';
test('told', () => expect([seed, process.env.PLID_CHROMIUM]).toEqual([7, process.execPath]));
`,
  );
  expect(await runTests('test/told.test.ts')).toMatch(/^Tests: 1 passed, 0 failed$/m);
}, 120_000);

test("a failed test or start shows its cause and the workers' log, and leaves no environment running", async () => {
  plant(
    'test/failing.test.ts',
    `import { describe, expect, test } from 'vitest';
import { closedAfterTest, useWorld } from './support/world/use-world.ts';
import { startWorld } from './support/world/world.ts';
const realFetch = globalThis.fetch;
describe('a world that does not start', () => {
  const world = useWorld({ half: 'service', workers: [{ config: '/nowhere/wrangler.toml' }] });
  test('is not used', () => expect(world.service).toBe(''));
});
test('fails in a separate world', async () => {
  const world = closedAfterTest(await startWorld({ half: 'service' }));
  expect((await world.fetch(world.service + '/v1/user/me')).status).toBe(200);
});
test('passes after it', () => expect(globalThis.fetch).toBe(realFetch));
describe('a world of several tests', () => {
  const world = useWorld({ half: 'service' });
  test('fails', async () => {
    expect((await world.fetch(world.service + '/oauth2/token')).status).toBe(200);
  });
});
`,
  );
  const output = await runTests('test/failing.test.ts');
  expect(output).toMatch(/^Tests: 1 passed, 3 failed, 1 skipped$/m);
  expect(output).toContain('Could not read file: /nowhere/wrangler.toml');
  expect(output).not.toContain('Cannot read properties of undefined');
  expect(output).toMatch(
    /What the workers logged during "fails in a separate world":\n\{"level":"info","release":"[\d.]+","worker":"service-user"/,
  );
  expect(output).toMatch(
    /What the workers logged during "fails":\n\{"level":"info","release":"[\d.]+","worker":"service-token"/,
  );
}, 120_000);
