import { Failure } from '../cli/failure.ts';
import { halfOf } from '../configuration/index.ts';
import { loadWorkers } from '../configuration/load-workers.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import { deployVersion, findZone, readWorker } from './account.ts';
import { Cloudflare } from './cloudflare.ts';
import { secretsMark } from './deploy.ts';
import type { Described } from './file.ts';
import { filesOf } from './plan.ts';
import { isRunning, type Release, readReleases, writeReleases } from './releases.ts';
import { readSecrets, type Secrets } from './secrets.ts';

/**
 * Brings back the release before the one that runs; after a deployment that broke off halfway, the one before that.
 * @throws {Failure} where there is none, or where it ran with other secrets.
 */
export async function rollBack(described: Described, dryRun: boolean, say: (line: string) => void) {
  const { releases: file, secrets } = filesOf(described);
  const releases = readReleases(file);
  const cloudflare = new Cloudflare();
  const place = await findZone(cloudflare, described.zone);
  const names = Object.keys(releases.at(-1)?.workers ?? {});
  const running = new Map<string, string | undefined>();
  for (const name of names) running.set(name, (await readWorker(cloudflare, place, name)).version);

  const target = chooseRelease(releases, running, file);
  if (!(await ranWith(target, described, readSecrets(secrets)))) {
    throw new Failure(
      'That release ran with other secrets: going back would bring them back. Check out its version of this repository and deploy that instead.',
    );
  }
  say(`${described.name}: the ${described.half} back to the release of ${target.released}`);
  for (const [name, version] of Object.entries(target.workers)) {
    if (running.get(name) === version) continue;
    if (dryRun) say(`  would bring back ${name} ${version}`);
    else {
      await deployVersion(cloudflare, place, { name, version, message: `back to ${target.released}` });
      say(`  brought back ${name} ${version}`);
    }
  }
  for (const name of names.filter((each) => running.get(each) !== undefined && !(each in target.workers)))
    say(`  ${name} was added since, and goes on; to delete it: npx wrangler delete --name ${name}`);
  if (!dryRun) writeReleases(file, releases.slice(0, releases.indexOf(target) + 1));
}

/**
 * Whether a release ran with these secrets, but for those that none of its workers requires: they may have been made since, for
 * workers that it did not have.
 */
async function ranWith(release: Release, { name, half }: Described, secrets: Secrets): Promise<boolean> {
  const workers = (await loadWorkers()).filter((worker) => halfOf(worker) === half);
  const secretsOf = (some: typeof workers) =>
    some.flatMap(settingsOf).filter(({ secret }) => secret !== undefined);
  const own = workers.filter(({ worker }) => `${name}-${worker}` in release.workers);
  const required = new Set(secretsOf(own).flatMap((setting) => (setting.optional ? [] : [setting.name])));
  const dispensable = new Set(
    secretsOf(workers)
      .map((setting) => setting.name)
      .filter((each) => !required.has(each)),
  );
  const needed = Object.fromEntries(Object.entries(secrets).filter(([each]) => !dispensable.has(each)));
  return [secrets, needed].some((each) => secretsMark(each) === release.secrets);
}

function chooseRelease(
  releases: Release[],
  running: ReadonlyMap<string, string | undefined>,
  file: string,
): Release {
  const last = releases.at(-1);
  const target = last !== undefined && isRunning(last, running) ? releases.at(-2) : last;
  if (target !== undefined) return target;
  throw new Failure(`There is no release to go back to: ${file} knows of none before the one that runs.`);
}
