import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSandboxArguments } from '../../packages/plid/command/sandbox-arguments.ts';
import { root } from '../../test/support/world/bundles.ts';
import { addMiniflare, installKits, installPackage } from '../../test/support/world/installed-package.ts';
import { startSandbox } from '../../test/support/world/sandbox-world.ts';

/**
 * docs/examples/ci: the tests there are run; the workflow and the container are read here, and verify/clients/ci-example.test.ts
 * runs their commands. These checks look for the most frequent faults, and do not replace actionlint and hadolint.
 */
const folder = path.join(root, 'docs/examples/ci');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test.each([
  // `login.test.mts` is among the commands of README.md.
  ['application.test.mts', 2],
  ['conformance.test.mts', 1],
])("%s passes in Node's own runner for an application with the package installed", async (file, count) => {
  const application = await installPackage();
  addMiniflare(application);
  if (read(file).includes("'plid-kits/")) await installKits(application);
  for (const name of [file, 'seed.json']) copyFileSync(path.join(folder, name), path.join(application, name));
  const words = ['--test', '--test-reporter', 'tap', file];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: application,
    // The runner of these tests sets this variable, which keeps a test from starting another runner.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '' },
  }).catch((failure) => failure);
  expect(stdout).toContain(`# pass ${count}\n`);
  expect(stdout).toContain('# fail 0');
});

test('docs/sandbox/testing.md contains the seed, and the sandbox accepts it', async () => {
  const seed = read('seed.json');
  expect(readFileSync(path.join(root, 'docs/sandbox/testing.md'), 'utf8')).toContain(seed);
  const sandbox = await startSandbox({ seed: path.join(folder, 'seed.json') });
  await sandbox.stop();
});

/** Faults of a sandbox's command line, as a shell would run it. */
function commandFaults(lines: string): string[] {
  const commands = lines.split('\n').filter((line) => /\bplid sandbox\b/.test(line));
  return commands.flatMap((line) => {
    const [, given = ''] = line
      .replace(/ &$/, '')
      .trim()
      .split(/\bplid (?=sandbox)/);
    const words = given.split(/\s+/);
    try {
      readSandboxArguments(words);
      return [];
    } catch (failure) {
      return [(failure as Error).message];
    }
  });
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<
    string,
    {
      'runs-on': string;
      'timeout-minutes'?: number;
      permissions?: object;
      steps: { uses?: string; run?: string }[];
    }
  >;
}

describe('github-workflow.yml', () => {
  const workflow = parse(read('github-workflow.yml')) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test('has read-only permissions, a time limit, and a fixed runner for each job', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(workflow.jobs)) {
      expect(job.permissions).toBeUndefined();
      expect(job['timeout-minutes']).toBeLessThanOrEqual(30);
      expect(job['runs-on']).toMatch(/^ubuntu-\d\d\.04$/);
    }
  });

  test("pins each action by commit with its version, as this project's workflow does", () => {
    const own = readFileSync(path.join(root, '.github/workflows/ci.yml'), 'utf8');
    const used = read('github-workflow.yml').match(/uses: .*/g) ?? [];
    expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    for (const line of used) {
      expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      expect(own).toContain(line);
    }
  });

  test('runs valid shell lines with options that the sandbox has', async () => {
    for (const { run = '' } of steps) {
      await promisify(execFile)('bash', ['-n', '-c', run]);
      expect(commandFaults(run)).toEqual([]);
      // An expression of GitHub may put anyone's text into a script.
      expect(run).not.toContain('${{');
    }
    expect(steps.some(({ run }) => run?.includes('plid sandbox'))).toBe(true);
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', '').split('\n');
  const instructions = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const of = (name: string) =>
    instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

  test('names a base version with glibc and a supported Node', () => {
    expect(of('FROM')).toHaveLength(1);
    const [, node = ''] = /^node:(\d+)-bookworm-slim$/.exec(of('FROM')[0] ?? '') ?? [];
    expect(Number(node)).toBeGreaterThanOrEqual(22);
  });

  test('runs as a user other than root, and copies nothing after that', () => {
    expect(of('USER')).toEqual(['node']);
    const after = instructions.slice(instructions.indexOf('USER node') + 1);
    expect(after.filter((line) => /^(?:COPY|ADD|RUN) /.test(line))).toEqual([]);
  });

  test('starts the sandbox without a shell so that it receives signals, with valid options', () => {
    const words = JSON.parse(of('CMD')[0] ?? '') as string[];
    expect(words.slice(0, 2)).toEqual(['node_modules/.bin/plid', 'sandbox']);
    const asked = readSandboxArguments(words.slice(1));
    expect(asked).toMatchObject({ sandbox: { options: { host: '0.0.0.0', seed: 'seed.json' } } });
    expect(of('EXPOSE')).toEqual([String('sandbox' in asked && asked.sandbox.options.port)]);
    expect('sandbox' in asked && asked.sandbox.options.allowHosts).toContain('plid');
  });

  test('is healthy while the sandbox responds', async () => {
    const [, check = ''] = /CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0] ?? '') ?? [];
    const [, , script = ''] = JSON.parse(check) as string[];
    const sandbox = await startSandbox();
    const run = () => {
      const own = script.replace('http://localhost:8787', sandbox.url);
      return promisify(execFile)(process.execPath, ['-e', own]);
    };
    await run();
    await sandbox.stop();
    await expect(run()).rejects.toMatchObject({ code: 1 });
  });

  test('is built by compose.yaml, under an allowed host name, only for this machine', () => {
    const { services } = parse(read('compose.yaml')) as {
      services: Record<string, { build?: string; ports?: string[]; environment?: Record<string, string> }>;
    };
    const { plid, application } = services;
    expect(plid).toMatchObject({ build: '.', ports: ['127.0.0.1:8787:8787'] });
    expect(application?.environment?.PLID_SERVICE).toBe('http://plid:8787');
  });
});
