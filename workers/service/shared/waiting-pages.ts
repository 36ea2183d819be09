import type { CarrierCode } from '../../../packages/plid/protocol/user-record.ts';
import { type Located, namedObject } from '../../core/storage/named-object.ts';
import type { Waiting } from '../objects/waiting.ts';

interface WaitingEnv extends Located {
  WAITING: DurableObjectNamespace<Waiting>;
}

/**
 * The object for the pages that wait for a request. @param requestId the carrier's id, which another carrier may
 * use too.
 */
export const pagesWaitingFor = (env: WaitingEnv, telcoCd: CarrierCode, requestId: string) =>
  namedObject(env.WAITING, `${telcoCd} ${requestId}`, env);
