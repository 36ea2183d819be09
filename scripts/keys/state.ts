import { loadWorkers } from '../configuration/load-workers.ts';
import { findZone, type Place } from '../deploy/account.ts';
import { Cloudflare } from '../deploy/cloudflare.ts';
import { type Described, filesOf } from '../deploy/config.ts';
import { type Deployed, readHalf } from '../deploy/deployed.ts';
import { markOf, secretFingerprints } from '../deploy/fingerprints.ts';
import { heldSecrets } from '../deploy/secret-sources.ts';
import { readBegun } from './local-state.ts';
import { passesAfter, type Rotation, rotationOf, valueIn } from './progress.ts';

/** The state at Cloudflare, and how a value looks there. */
export interface State {
  cloudflare: Cloudflare;
  place: Place;
  workers: ReadonlyMap<string, Deployed>;
  fingerprintOf(secret: string, value: string): string;
  /** The rotation of a secret that is under way. */
  rotationOf(secret: string): Rotation | undefined;
}

/** Asks Cloudflare for what rotations have come to. @throws {Failure} */
export async function readState(described: Described): Promise<State> {
  const cloudflare = new Cloudflare();
  const place = await findZone(cloudflare, described.zone);
  const [workers, listed] = await Promise.all([readHalf(cloudflare, place, described), loadWorkers()]);
  const fingerprints = secretFingerprints(place.account, described);
  const fingerprintOf = (secret: string, value: string) =>
    fingerprints({ [secret]: value })[markOf(secret)] ?? '';
  return {
    cloudflare,
    place,
    workers,
    fingerprintOf,
    rotationOf: (secret) =>
      begunHere(secret, workers, described, fingerprintOf) ?? rotationOf(secret, workers, described, listed),
  };
}

/** A pass that broke off before anything was deployed: the file has its value, and no version at Cloudflare has. */
function begunHere(
  secret: string,
  workers: State['workers'],
  described: Described,
  fingerprintOf: State['fingerprintOf'],
): Rotation | undefined {
  const files = filesOf(described);
  const begun = readBegun(files.keys);
  const value = heldSecrets(described)[secret];
  if (begun?.secret !== secret || value === undefined) return undefined;
  const { pass, from, to, fingerprint } = begun;
  const versions = [...workers.values()].flatMap((worker) => worker.versions);
  if (fingerprintOf(secret, value) !== fingerprint) return undefined;
  if (versions.some((version) => valueIn(version, secret) === fingerprint)) return undefined;
  const passes = [pass, ...passesAfter(pass, described.half, secret)];
  return { from, to, passes, begun: true, reseals: false, fingerprint, notBefore: {} };
}
