import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { isPortInUse } from '../../../sandbox/start/port.ts';
import { root } from '../../../test/support/world/bundles.ts';
import { addMiniflare, installPackage } from '../../../test/support/world/installed-package.ts';
import { isRunning } from '../../../test/support/world/npm-start.ts';

/** A new folder of an application that has installed plid and a test runner, with the seed of docs/examples/ci. */
export async function runnerProject(packages: string, names: readonly string[]): Promise<string> {
  const application = await installPackage();
  addMiniflare(application);
  for (const name of names)
    symlinkSync(path.join(packages, name), path.join(application, 'node_modules', name), 'junction');
  copyFileSync(path.join(root, 'docs/examples/ci/seed.json'), path.join(application, 'seed.json'));
  return application;
}

/** The server of docs/examples/ci, and what the tests of an application share. */
const applicationFiles = [
  path.join(root, 'docs/examples/ci/server.mjs'),
  ...['server-with-child.mjs', 'application-checks.ts', 'two-workers.ts'].map((file) =>
    path.join(import.meta.dirname, file),
  ),
];

/** Copies a test file twice, so that two workers run it at once. @param suffix of test files, such as `spec.ts`. */
export function copyTwice(file: string, suffix: string, application: string): void {
  for (const from of applicationFiles) copyFileSync(from, path.join(application, path.basename(from)));
  for (const name of ['one', 'two'])
    copyFileSync(path.join(import.meta.dirname, file), path.join(application, `${name}.${suffix}`));
}

/** Runs a test runner that writes `report.json` in the folder. @returns the report, also of tests that fail. */
export async function report(application: string, runner: string, words: readonly string[]) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [runner, ...words], {
    cwd: application,
    timeout: 120_000,
    // The variables of the runner that runs this test would change the other one.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^TEST$/.test(name))),
  }).catch((failure) => failure);
  const file = path.join(application, 'report.json');
  expect(existsSync(file), `${stdout}\n${stderr}`).toBe(true);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** After the run, no sandbox of its workers is left. */
export async function expectStopped(application: string): Promise<void> {
  const files = readdirSync(application).filter((file) => /^started-.*\.txt$/.test(file));
  const urls = files.map((file) => readFileSync(path.join(application, file), 'utf8'));
  expect(urls).toHaveLength(2);
  for (const url of urls) await expect.poll(() => isPortInUse(Number(new URL(url).port))).toBe(false);
}

/** After the run, no server of its workers is left, and none of the processes that the servers have started. */
export async function expectServersStopped(application: string): Promise<void> {
  const files = readdirSync(application).filter((file) => /^pids-.*\.json$/.test(file));
  expect(files).toHaveLength(2);
  const pids = files.flatMap(
    (file) => JSON.parse(readFileSync(path.join(application, file), 'utf8')) as number[],
  );
  expect(pids).toHaveLength(6);
  await expect.poll(() => pids.filter((pid) => isRunning({ pid }))).toEqual([]);
}
