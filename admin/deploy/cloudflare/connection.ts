import * as v from 'valibot';
import { Failure } from '../../../tools/terminal/failure.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import { Cloudflare } from './cloudflare-api.ts';
import { createSecretFingerprinter, tagOwner } from './fingerprints.ts';

const zone = v.object({ id: v.string(), account: v.object({ id: v.string() }) });

/** Access to Cloudflare's API, with the ids of the zone and the account of a deployment. */
export interface Connection {
  cloudflare: Cloudflare;
  zone: string;
  account: string;
  /** The deployment's name in the tags of its versions ({@link tagOwner}). */
  owner: string;
  /**
   * Creates fingerprints of the deployment's secrets. The result's keys are marks, which are short hashes of the
   * secrets' names.
   */
  fingerprintsOf(secrets: Record<string, string>): Record<string, string>;
}

/** @throws {Failure} if there is no token, or if the token has no access to the zone. */
export async function connect(config: DeploymentConfig): Promise<Connection> {
  const cloudflare = new Cloudflare();
  const [found] = await cloudflare.get(`/zones?name=${encodeURIComponent(config.zone)}`, v.array(zone));
  if (found === undefined)
    throw new Failure(
      `The token has no access to the zone ${config.zone}. Check the zone setting in the file and the zone resources of the token.`,
    );
  const account = found.account.id;
  const fingerprintsOf = createSecretFingerprinter(account, config);
  return { cloudflare, zone: found.id, account, owner: tagOwner(config), fingerprintsOf };
}
