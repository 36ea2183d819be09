import { describeCarrier } from '../check/carriers.ts';
import { Failure } from '../cli/failure.ts';
import { adminOf } from './admin.ts';
import type { Plan } from './plan.ts';
import { isOverHttp, warnOfNoStarts } from './settings-warnings.ts';

type Deployed = Pick<Plan, 'described' | 'workers'>;

/** Says how each carrier over HTTP answers. One that does not is no reason to fail: the deployment is as it should be. */
export async function tellCarriers(deployed: Deployed, say: (line: string) => void): Promise<void> {
  if (!isOverHttp(deployed)) return;
  try {
    const carriers = await adminOf(deployed.described, 'carriers').checkCarriers();
    for (const carrier of carriers) say(describeCarrier(carrier));
    warnOfNoStarts(carriers, say);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    say(`The carriers were not asked: ${failure.message}`);
  }
}
