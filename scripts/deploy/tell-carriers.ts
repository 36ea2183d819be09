import { carrierCodes } from '../../packages/plid/protocol/user-record.ts';
import { describeCarrier } from '../check/carriers.ts';
import { Failure } from '../cli/failure.ts';
import { adminOf } from './admin.ts';
import { mentionNoStarts } from './mention-lockout.ts';
import type { Plan } from './plan.ts';

type Deployed = Pick<Plan, 'described' | 'workers'>;

const isOverHttp = ({ workers }: Deployed) => workers.some(({ worker }) => worker === 'service-carriers');

/** Says so where nobody can sign in with a phone. */
export function mentionNoCarrier(deployed: Deployed, say: (line: string) => void): void {
  const { settings } = deployed.described;
  if (isOverHttp(deployed) && !carrierCodes.some((code) => `CARRIER_${code}` in settings))
    say('  no carrier is set: nobody can sign in with a phone (docs/operating.md, The carriers)');
}

/** Says how each carrier over HTTP answers. One that does not is no reason to fail: the deployment is as it should be. */
export async function tellCarriers(deployed: Deployed, say: (line: string) => void): Promise<void> {
  if (!isOverHttp(deployed)) return;
  try {
    const carriers = await adminOf(deployed.described, 'carriers').checkCarriers();
    for (const carrier of carriers) say(describeCarrier(carrier));
    mentionNoStarts(carriers, say);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    say(`The carriers were not asked: ${failure.message}`);
  }
}
