import type { CarrierCode } from '../../core/protocol/user-record.ts';
import { type Located, namedObject } from '../../core/storage/named-object.ts';
import type { Waiting } from './waiting.ts';

interface WaitingEnv extends Located {
  WAITING: DurableObjectNamespace<Waiting>;
}

/**
 * Returns the object for the pages that wait for a request. @param requestId the carrier's id for the request.
 * Another carrier may use the same id.
 */
export const pagesWaitingFor = (env: WaitingEnv, telcoCd: CarrierCode, requestId: string) =>
  namedObject(env.WAITING, `${telcoCd} ${requestId}`, env);
