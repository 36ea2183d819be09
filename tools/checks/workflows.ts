import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  permissions?: Record<string, string>;
  needs?: string;
  steps?: Step[];
}

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

/** Lists GitHub workflows that have more permissions than needed, or run code that can change. */
export function faultsOfWorkflows(): string[] {
  const files = globSync('.github/workflows/*.yml', { cwd: root });
  if (!files.includes('.github/workflows/release.yml')) return ['.github/workflows/release.yml is missing.'];
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const workflow = parse(text) as Workflow;
    const isRelease = file.endsWith('/release.yml');
    const faults = [
      ...faultsOfActions(text),
      ...faultsOfPermissions(workflow, isRelease),
      ...faultsOfSteps(text, workflow),
      ...(isRelease ? faultsOfPublishing(workflow) : []),
    ];
    return faults.map((fault) => `${file}: ${fault}`);
  });
}

/** A tag can be moved to other code; a commit can't. */
function faultsOfActions(text: string): string[] {
  const used = [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action);
  const isPinned = (action: string) =>
    action.startsWith('./')
      ? existsSync(path.join(root, action))
      : /^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action);
  if (used.length === 0) return ['It uses no action.'];
  return used
    .filter((action) => !isPinned(action))
    .map((action) => `Pin ${action} by its commit, with its version in a comment.`);
}

/** Every job may read the sources, and only the publishing job may authenticate at npm. */
function faultsOfPermissions({ permissions, jobs }: Workflow, isRelease: boolean): string[] {
  const more = Object.entries(jobs).flatMap(([name, job]) =>
    job.permissions === undefined ? [] : [[name, job.permissions]],
  );
  const allowed = isRelease ? [['publish', { contents: 'read', 'id-token': 'write' }]] : [];
  return [
    ...(isDeepStrictEqual(permissions, { contents: 'read' })
      ? []
      : ['Its permissions are not "contents: read".']),
    ...(isDeepStrictEqual(more, allowed) ? [] : ['A job has more permissions than it needs.']),
  ];
}

/** No GitHub token may stay where package scripts could read it, and no event value may become part of a command. */
function faultsOfSteps(text: string, { jobs }: Workflow): string[] {
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  const keeps = checkouts.some((step) => step.with?.['persist-credentials'] !== false);
  return [
    ...(checkouts.length === 0 ? ['It checks out no sources.'] : []),
    ...(keeps ? ['A checkout needs "persist-credentials: false".'] : []),
    ...(/secrets\.|pull_request_target/.test(text)
      ? ['It reads secrets, or runs on pull_request_target.']
      : []),
    ...steps
      .filter(({ run }) => run?.includes('${{'))
      .map(({ run }) => `An expression is written into a command: ${run}`),
  ];
}

/** The publishing job only runs npm, on the archive of another job that ran all checks. */
function faultsOfPublishing({ jobs }: Workflow): string[] {
  const { pack, publish } = jobs;
  const steps = publish?.steps ?? [];
  const commands = steps.flatMap(({ run }) => run ?? []);
  const isAfterChecks = pack?.needs === 'checks' && publish?.needs === 'pack';
  const isOnlyNpm = isDeepStrictEqual(commands, [
    'npm publish ./*plid-[0-9]*.tgz --provenance --access public --ignore-scripts',
    'npm publish ./*plid-kits-[0-9]*.tgz --provenance --access public --ignore-scripts',
  ]);
  return [
    ...(isAfterChecks ? [] : ['It has to publish after "pack", which needs "checks".']),
    ...(isOnlyNpm && !steps.some(({ uses }) => uses?.includes('checkout'))
      ? []
      : ['The job that publishes runs more than npm.']),
  ];
}
