import { Failure } from '../../../tools/terminal/failure.ts';
import { isAdapter } from '../../../workers/service/carriers/carriers-settings.ts';
import { describeCarrier } from '../../check/carriers.ts';
import type { CheckedCarrier } from '../../cli/admin-api.ts';
import { adminApiFor } from '../read/admin-client.ts';
import type { Plan } from './plan.ts';
import { callsCarriersOverHttp, lockoutWarning } from './settings-warnings.ts';

type Deployed = Pick<Plan, 'deployment' | 'workers'>;

/** Prints the status of each carrier over HTTP. A faulty carrier doesn't fail the deployment. */
export async function reportCarriers(deployed: Deployed, print: (line: string) => void): Promise<void> {
  if (!callsCarriersOverHttp(deployed)) return;
  try {
    const carriers = await adminApiFor(deployed.deployment, 'carriers').checkCarriers();
    for (const carrier of carriers) print(describeCarrier(carrier));
    warnOfNoStarts(carriers, deployed, print);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    print(`The carriers couldn't be checked: ${failure.message}`);
  }
}

/** Warns about carriers that don't support app-initiated sign-ins. An adapter's phones never do. */
function warnOfNoStarts(
  carriers: readonly CheckedCarrier[],
  { deployment: { config } }: Deployed,
  print: (line: string) => void,
): void {
  const without = carriers.filter(({ starts }) => starts === false).map(({ carrier }) => carrier);
  const hasAdapter = (code: string) => isAdapter(config.settings[`CARRIER_${code}`] ?? '');
  const [adapters, others] = [without.filter(hasAdapter), without.filter((code) => !hasAdapter(code))];
  if (adapters.length > 0)
    print(
      `${lockoutWarning(adapters)} because their phones can't start a sign-in (docs/operate/carriers.md, Barocert)`,
    );
  if (others.length > 0)
    print(
      `${lockoutWarning(others)} because these carriers don't support app-initiated sign-in. Ask the carriers to support it, and remove them from STARTS until then`,
    );
}
