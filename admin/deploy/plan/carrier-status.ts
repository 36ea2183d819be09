import { Failure } from '../../../tools/terminal/failure.ts';
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
    warnOfNoStarts(carriers, print);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    print(`The carriers couldn't be checked: ${failure.message}`);
  }
}

/** Warns about carriers that don't support app-initiated sign-ins. */
function warnOfNoStarts(carriers: readonly CheckedCarrier[], print: (line: string) => void): void {
  const without = carriers.filter(({ starts }) => starts === false).map(({ carrier }) => carrier);
  if (without.length === 0) return;
  print(
    `${lockoutWarning(without)} because these carriers don't support app-initiated sign-in. Ask the carriers to support it, and remove them from STARTS until then`,
  );
}
