import type { Half } from '../../tools/configuration/index.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import type { DeploymentConfig } from '../deploy/config.ts';
import type { Deployed, Version } from '../deploy/deployed.ts';
import { markOf } from '../deploy/fingerprints.ts';
import type { NotedPass } from '../deploy/version-metadata.ts';
import { type Pass, passNames, rotatable } from './key-entries.ts';
import { waitingTimeAfter } from './waiting-times.ts';

/** A rotation that is under way, as the versions at Cloudflare tell it. It holds no secret. */
export interface Rotation {
  /** The names of the value that goes and of the one that comes. */
  from: string;
  to: string;
  /** The passes that are still to be done, in their order. */
  passes: Pass[];
  /** Whether the first of these was begun. It may be repeated. */
  started: boolean;
  /** Whether something has to be sealed anew before its first pass. That may be repeated, and done at any time before. */
  reseals: boolean;
  /** Of the value that the last pass has brought. */
  fingerprint: string | undefined;
  /** When a pass may begin, ISO 8601; at once, where it is not named. */
  notBefore: Partial<Record<Pass, string>>;
}

/** The workers of a deployment, by name. */
type Workers = ReadonlyMap<string, Deployed>;
/** A version that a pass of a rotation has deployed. */
interface Noted {
  version: Version;
  pass: NotedPass;
}

/** The fingerprint of a secret in a version that has it. */
export const valueIn = (version: Version | undefined, secret: string): string | undefined =>
  version?.fingerprints?.secrets[markOf(secret)];

/**
 * The rotation of a secret that is under way. The versions of its last pass say from what to what; whether every worker runs with
 * the value that this pass has brought says whether it is done, and since when.
 * @returns undefined where none is under way, or where somebody has put another value in the place of both.
 */
export function rotationOf(
  secret: string,
  workers: Workers,
  config: Pick<DeploymentConfig, 'half' | 'settings'>,
  listed: readonly ListedWorker[],
): Rotation | undefined {
  const last = lastPass(secret, workers);
  const pass = passNames.find((name) => name === last?.pass.pass);
  if (last === undefined || pass === undefined) return undefined;
  const value = valueIn(last.version, secret);
  const holders = [...workers.values()].filter(({ running }) => valueIn(running, secret) !== undefined);
  if (holders.some(({ running }) => isLater(running, last.version) && valueIn(running, secret) !== value))
    return undefined;
  const following = passesAfter(pass, config.half, secret);
  const rotation = { from: last.pass.from, to: last.pass.to, fingerprint: value };
  if (holders.some(({ running }) => valueIn(running, secret) !== value))
    return { ...rotation, passes: [pass, ...following], started: true, reseals: false, notBefore: {} };
  if (following.length === 0) return undefined;
  const done = Math.max(...holders.map((worker) => sinceOf(worker, secret, value)));
  const waits = Object.entries(waitingTimeAfter(pass, secret, config, listed));
  const notBefore = waits.map(([name, seconds]) => [name, new Date(done + seconds * 1000).toISOString()]);
  const reseals = following[0] === 'drop' && rotatable[config.half][secret]?.reseals === true;
  return {
    ...rotation,
    passes: following,
    started: false,
    reseals,
    notBefore: Object.fromEntries(notBefore),
  };
}

export function passesAfter(pass: Pass, half: Half, secret: string): Pass[] {
  const passes = rotatable[half][secret]?.passes ?? [];
  return pass === 'replace' ? [] : passes.slice(passes.indexOf(pass) + 1);
}

function lastPass(secret: string, workers: Workers): Noted | undefined {
  const noted = [...workers.values()].flatMap(({ versions }) =>
    versions.flatMap((version): Noted[] => {
      const pass = version.note?.rotation;
      return pass?.secret === secret ? [{ version, pass }] : [];
    }),
  );
  return noted.toSorted((left, right) => timeOf(right.version) - timeOf(left.version))[0];
}

const timeOf = ({ created }: Version): number => Date.parse(created);

const isLater = (version: Version | undefined, than: Version): boolean =>
  version !== undefined && timeOf(version) > timeOf(than);

/** Since when a worker has had a value: later deployments of other code bring it again. */
const sinceOf = ({ versions }: Deployed, secret: string, value: string | undefined): number =>
  Math.min(...versions.filter((version) => valueIn(version, secret) === value).map(timeOf));
