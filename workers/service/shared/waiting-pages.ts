import type { CarrierCode } from '../../../packages/plid/protocol/user-record.ts';
import type { Waiting } from '../objects/waiting.ts';

interface WaitingEnv {
  WAITING: DurableObjectNamespace<Waiting>;
}

/** The object of the pages that wait for a request. @param requestId the carrier's name for it, which another carrier may use as well. */
export const pagesWaitingFor = ({ WAITING }: WaitingEnv, telcoCd: CarrierCode, requestId: string) =>
  WAITING.get(WAITING.idFromName(`${telcoCd} ${requestId}`));
