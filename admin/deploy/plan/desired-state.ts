import { loadWorkers } from '../../../tools/configuration/load-workers.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import type { Deployment } from '../read/deployment.ts';
import { checkSettingCombinations } from '../settings/check-setting-combinations.ts';
import { checkSettings } from '../settings/check-settings.ts';
import { describeLimits } from '../settings/rate-limits.ts';
import { describeSecretSources, environmentSecrets, readAllSecrets } from '../settings/secret-sources.ts';
import { completeSecrets, requiredIssuedSecrets, type Secrets } from '../settings/secrets.ts';
import { asksCarriers, selectWorkers } from '../settings/select-workers.ts';
import { failToBuild } from './build-workers.ts';
import { type Carrier, readCarrierWorker } from './carrier-worker.ts';

/** The desired state of a deployment, from its files. */
export interface DesiredState {
  deployment: Deployment;
  listed: readonly ListedWorker[];
  workers: ListedWorker[];
  carrier: Carrier | undefined;
  vars: Record<string, string>;
  /** The rate limits in the settings file, as text. */
  limits: string[];
  secrets: Secrets;
  /** The names of the secrets whose values come from environment variables. */
  fromEnvironment: string[];
  /** Newly generated secrets that aren't stored in a file yet. */
  newSecrets: Secrets;
}

/** Reads and checks everything that doesn't require an account. @throws {Failure} that names what to fix. */
export async function readDesiredState(deployment: Deployment): Promise<DesiredState> {
  const { config, paths } = deployment;
  const listed = await loadWorkers().catch(failToBuild);
  const workers = selectWorkers(listed, config);
  const vars = checkSettings(workers, listed, config);
  const limits = describeLimits(listed, config);
  const own = asksCarriers(workers) ? config.carrier : undefined;
  const carrier = own === undefined ? undefined : await readCarrierWorker(own);
  const held = readAllSecrets(deployment);
  const issued = [...requiredIssuedSecrets(workers), ...(carrier?.secrets ?? [])];
  const made = completeSecrets(workers, issued, held, describeSecretSources(deployment));
  const secrets = { ...held, ...made };
  checkSettingCombinations(workers, { ...secrets, ...vars }, paths.secrets);
  const fromEnvironment = Object.keys(environmentSecrets(config.half));
  return { deployment, listed, workers, carrier, vars, limits, secrets, fromEnvironment, newSecrets: made };
}
