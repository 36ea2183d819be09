import { isDeepStrictEqual } from 'node:util';
import type { Lock } from '../cloudflare/deployment-lock.ts';
import { formatVersionTag } from '../cloudflare/fingerprints.ts';
import { plidVersion } from '../cloudflare/plid-version.ts';
import { deployerName, formatVersionNote, type RecordedPass } from '../cloudflare/version-metadata.ts';
import { type Annotations, deployWorker, uploadVersion } from '../cloudflare/wrangler.ts';
import type { Target } from '../plan/build-workers.ts';
import { withExistingLogSettings } from '../plan/changed-configuration.ts';
import { planSteps, type Step } from '../plan/deployment-steps.ts';
import type { Plan } from '../plan/plan.ts';
import { switchToVersion, writeLogSettings } from '../read/deployed-workers.ts';
import { interruptedRelease, nameNextRelease } from '../read/releases.ts';
import { mergeLogSettings } from '../settings/log-settings.ts';
import { requireUnchangedWorker } from './concurrent-deployment.ts';

interface Options {
  lock: Lock;
  /** The rotation pass that this deployment performs, if any. */
  pass: RecordedPass | undefined;
  /** Whether running Durable Objects get the new code immediately. */
  urgent: boolean;
}

/** A step with the annotations of its version. */
interface Noted extends Step {
  annotations: Annotations;
}

/**
 * Deploys the changed workers in the plan's order. The versions of existing workers are uploaded beforehand, so
 * that old and new versions run side by side only for seconds. @param built the workers with the new namespaces.
 */
export async function deployChanges(
  plan: Plan,
  built: readonly Target[],
  { lock, pass, urgent }: Options,
  print: (line: string) => void,
): Promise<void> {
  const { connection } = plan.account;
  const folder = plan.deployment.paths.build;
  const steps = annotate(plan, await planSteps(plan, built), pass);
  const confirm = async ({ target: { name } }: Step) => {
    await Promise.all([lock.confirm(), requireUnchangedWorker(connection, name, plan.deployed.get(name))]);
  };
  let finished = 0;
  const report = ({ target, reason }: Step) => {
    finished += 1;
    print(`  ${finished}/${steps.length} ${target.name} deployed (${reason})`);
  };
  const deploy = async (step: Noted) => {
    await confirm(step);
    const target = withExistingLogSettings(step.target, plan.deployed.get(step.target.name)?.logSettings);
    await deployWorker(folder, connection.account, target, { ...step.annotations, urgent });
    report(step);
  };
  for (const step of steps) if (step.method === 'deploy first') await deploy(step);
  const versions = await uploadVersions(plan, steps, lock, print);
  const start = Date.now();
  for (const step of steps) {
    const { target, method } = step;
    const version = versions.get(step);
    if (version !== undefined) {
      await confirm(step);
      const { message } = step.annotations;
      await switchToVersion(connection, { name: target.name, version, message }, urgent);
      report(step);
    } else if (method === 'deploy in place') await deploy(step);
  }
  if (versions.size > 1)
    print(`  old and new versions ran side by side for ${((Date.now() - start) / 1000).toFixed(1)} seconds`);
  for (const { target } of versions.keys()) await updateLogSettings(plan, target, lock);
}

/** Writes log settings that differ. They aren't part of a version. */
async function updateLogSettings(
  { account: { connection }, deployed }: Plan,
  target: Target,
  lock: Lock,
): Promise<void> {
  const existing = deployed.get(target.name)?.logSettings ?? {};
  const wanted = mergeLogSettings(existing, target.logSettings);
  if (isDeepStrictEqual(wanted, existing)) return;
  await lock.confirm();
  await writeLogSettings(connection, target.name, wanted);
}

/** Uploads the versions of the steps that switch. They serve no requests yet. @returns their IDs. */
async function uploadVersions(
  { deployment, account: { connection }, deployed }: Plan,
  steps: readonly Noted[],
  lock: Lock,
  print: (line: string) => void,
): Promise<Map<Noted, string>> {
  const versions = new Map<Noted, string>();
  const { build } = deployment.paths;
  for (const step of steps.filter(({ method }) => method === 'switch')) {
    await lock.confirm();
    const target = withExistingLogSettings(step.target, deployed.get(step.target.name)?.logSettings);
    versions.set(step, await uploadVersion(build, connection.account, target, step.annotations));
    print(`  ${step.target.name} uploaded`);
  }
  return versions;
}

/**
 * Adds the tags and messages. The positions follow the order in which the workers start to serve requests, because
 * a release is complete when its last worker does.
 */
function annotate(
  { account: { connection }, deployed }: Plan,
  steps: readonly Step[],
  pass: RecordedPass | undefined,
): Noted[] {
  const { release, done } = interruptedRelease(deployed) ?? {
    release: nameNextRelease(deployed, new Date()),
    done: 0,
  };
  const isFirst = ({ method }: Step) => method === 'deploy first';
  const order = [...steps.filter(isFirst), ...steps.filter((step) => !isFirst(step))];
  return steps.map((step): Noted => {
    const { target } = step;
    const message = formatVersionNote({
      plid: plidVersion,
      release,
      position: done + order.indexOf(step) + 1,
      total: done + steps.length,
      previousVersion: deployed.get(target.name)?.lastOfOurs?.id,
      rotation: pass !== undefined && pass.secret in target.secrets ? pass : undefined,
      by: deployerName(),
    });
    return {
      ...step,
      annotations: { tag: formatVersionTag(connection.owner, target.fingerprints), message },
    };
  });
}
