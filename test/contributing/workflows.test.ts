import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/world/bundles.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; needs?: string; steps?: Step[] }>;
}

const files = globSync('.github/workflows/*.yml', { cwd: root });
const workflows = files.map((file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});

/** The rights of each workflow at GitHub, and the code that it runs. */
describe.each(workflows)('$file', ({ file, text, workflow }) => {
  const steps = Object.values(workflow.jobs).flatMap(({ steps = [] }) => steps);

  test('pins every action by its commit, and says which version that is', () => {
    const used = [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action);
    expect(used).not.toEqual([]);
    for (const action of used) {
      if (action.startsWith('./')) expect(existsSync(path.join(root, action)), action).toBe(true);
      else expect(action).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test('may read the sources, and nothing else but to tell npm who publishes', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const more = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions !== undefined);
    const publishing = ['publish', { contents: 'read', 'id-token': 'write' }];
    expect(more.map(([name, { permissions }]) => [name, permissions])).toEqual(
      file.endsWith('/release.yml') ? [publishing] : [],
    );
  });

  test('leaves no token of GitHub where scripts of packages could read it, and lets nobody write into a command', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
    expect(text).not.toMatch(/secrets\.|pull_request_target/);
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });
});

test('the job that publishes runs only npm, on the archive of another job after all checks', () => {
  const release = workflows.find(({ file }) => file.endsWith('/release.yml'))?.workflow.jobs;
  expect(release).toMatchObject({ pack: { needs: 'checks' }, publish: { needs: 'pack' } });
  const { steps = [] } = release?.publish ?? {};
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual([
    'npm publish ./*.tgz --provenance --access public --ignore-scripts',
  ]);
  expect(steps.filter(({ uses }) => uses?.includes('checkout'))).toEqual([]);
});
