import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandsIn, faultOf } from '../support/inspect/shell-commands.ts';
import { root } from '../support/world/bundles.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  uses?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps?: Step[];
  strategy?: { matrix: { node: number[] } };
}

interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = globSync('.github/workflows/*.yml', { cwd: root });
const workflows = files.map((file) => ({ file, text: read(file), workflow: parse(read(file)) as Workflow }));
const ci = workflows.find(({ file }) => file.endsWith('/ci.yml'))?.workflow as Workflow;
const release = workflows.find(({ file }) => file.endsWith('/release.yml'))?.workflow as Workflow;
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);

test('there are two: what every change goes through, and what publishes', () => {
  expect(files.sort()).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml']);
});

describe.each(workflows)('$file', ({ text, workflow }) => {
  test('has a name, a cause and jobs that end', () => {
    expect(workflow).toMatchObject({ name: expect.any(String), on: expect.any(Object) });
    const endless = Object.entries(workflow.jobs).filter(
      ([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined,
    );
    expect(endless).toEqual([]);
  });

  test('pins every action by its commit, and says which version that is', () => {
    const used = [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action);
    const foreign = used.filter((action) => !action.startsWith('./'));
    for (const action of foreign) expect(action).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const own of used.filter((action) => action.startsWith('./')))
      expect(existsSync(path.join(root, own)), own).toBe(true);
  });

  test('may read the sources, and nothing else that it does not need', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const more = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions !== undefined);
    // npm asks GitHub who publishes.
    const publishing = { contents: 'read', 'id-token': 'write' };
    expect(more.map(([name, { permissions }]) => [name, permissions])).toEqual(
      workflow === release ? [['publish', publishing]] : [],
    );
  });

  test('leaves no token of GitHub where scripts of packages could read it', () => {
    const checkouts = stepsOf(workflow).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
    expect(text).not.toMatch(/secrets\.|pull_request_target/);
  });

  test('runs commands that are there, into which nobody can write from outside', () => {
    const runs = stepsOf(workflow).flatMap(({ run }) => (run === undefined ? [] : [run]));
    const faults = runs.flatMap((run) => commandsIn(run).map(faultOf));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
  });
});

test('CI does what .ci/run does, and tries the package on every Node that it is meant for', () => {
  const runs = ({ steps = [] }: Job) => steps.flatMap(({ run }) => run ?? []);
  expect(runs(ci.jobs.everything as Job)).toEqual(['.ci/run']);
  const { strategy } = ci.jobs.package as Job;
  expect([runs(ci.jobs.package as Job), strategy?.matrix.node]).toEqual([
    ['npm ci', '.ci/package'],
    [20, 22, 24],
  ]);
  expect(runs(ci.jobs.macos as Job)).toEqual(['npm ci', 'npm run lint', 'npm test']);
  expect(read('.ci/run')).toMatch(/^\.ci\/package$/m);
  expect(ci.on).toMatchObject({ pull_request: null, push: { branches: ['main'] }, workflow_call: null });
});

test('publishes a tag alone, after all checks, with provenance', () => {
  expect(release.on).toEqual({ push: { tags: ['v*'] } });
  expect(release.jobs.checks).toEqual({ uses: './.github/workflows/ci.yml' });
  const runsOf = ({ steps = [] }: Job) => steps.flatMap(({ run }) => run ?? []);
  const { pack, publish } = release.jobs as { pack: Job; publish: Job };
  expect([pack, publish]).toMatchObject([{ needs: 'checks' }, { needs: 'pack', environment: 'npm' }]);
  expect(runsOf(pack)).toEqual(['npm ci', 'npx node scripts/check-release.ts "$TAG"', 'npm pack']);
  expect(runsOf(publish)).toEqual(['npm publish ./*.tgz --provenance --access public --ignore-scripts']);
  expect(publish.steps?.filter(({ uses }) => uses?.includes('checkout'))).toEqual([]);
});
