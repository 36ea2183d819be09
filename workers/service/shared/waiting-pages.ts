import type { CarrierCode } from '../../../packages/plid/protocol/user-record.ts';
import { type Located, namedObject } from '../../core/storage/named-object.ts';
import type { Waiting } from '../objects/waiting.ts';

interface WaitingEnv extends Located {
  WAITING: DurableObjectNamespace<Waiting>;
}

/** The object of the pages that wait for a request. @param requestId the carrier's name for it, which another carrier may use as well. */
export const pagesWaitingFor = (env: WaitingEnv, telcoCd: CarrierCode, requestId: string) =>
  namedObject(env.WAITING, `${telcoCd} ${requestId}`, env);
