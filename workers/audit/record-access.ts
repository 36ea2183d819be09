import type { KeyRing } from '../core/crypto/keys.ts';
import { callerAddress } from '../core/http/rate-limit-key.ts';
import { retryLaterError } from '../core/protocol/errors.ts';
import * as refusals from '../core/protocol/refusals.ts';
import { type Located, namedObject } from '../core/storage/named-object.ts';
import type { OperatorContext } from '../core/worker/operator-token.ts';
import type { AccessAction } from './access-record.ts';
import type { AccessRecords } from './access-records.ts';

export interface AccessEnv extends Located {
  KEYS: KeyRing;
  ACCESS_RECORDS: DurableObjectNamespace<AccessRecords>;
}

/** What a handler knows about an operator's access. */
interface RecordedAccess {
  action: AccessAction;
  /** How the operator identified the user. */
  by?: 'phoneNo' | 'plid' | undefined;
  /**
   * The users whose data is returned or changed, or the name of the object of a number without a user. Empty if
   * nothing was found.
   */
  plids: readonly string[];
  reason?: string | undefined;
  client_id?: string | undefined;
}

/** @throws {ProtocolError} `access_not_recorded` if the record can't be written, for whatever reason. */
export type AccessRecorder = (context: RecordContext<AccessEnv>, access: RecordedAccess) => Promise<void>;

type RecordContext<Env> = Pick<OperatorContext<Env>, 'env' | 'now' | 'request' | 'requestId' | 'token'>;

/** Time after which the operator should retry, in seconds. */
const retryAfter = 5;

/** The object with all access records of the service or the gateway. */
export const accessRecordsOf = (env: Pick<AccessEnv, 'ACCESS_RECORDS' | 'LOCATION_HINT'>, half: string) =>
  namedObject(env.ACCESS_RECORDS, half, env);

/**
 * Creates the function that records operators' accesses at the service or the gateway. Call the function before the
 * response contains any data and before anything is changed. @param half name of the object. @param pseudonymsOf
 * returns the pseudonyms of a plid in log events, current key first.
 */
export const accessRecorder =
  (
    half: 'service' | 'gateway',
    pseudonymsOf: (keys: KeyRing, plid: string) => Promise<readonly [string, ...string[]]>,
  ): AccessRecorder =>
  async ({ env, token, now, request, requestId }, { action, by, plids, reason, client_id }) => {
    const address = callerAddress(request);
    try {
      const people = await Promise.all(plids.map(async (plid) => (await pseudonymsOf(env.KEYS, plid))[0]));
      await accessRecordsOf(env, half).append({
        at: now,
        operator: token,
        action,
        people,
        request: requestId,
        ...(by && { by }),
        ...(reason !== undefined && { reason }),
        ...(client_id !== undefined && { client_id }),
        ...(address !== '' && { address }),
      });
    } catch (cause) {
      throw retryLaterError(refusals.access_not_recorded, retryAfter, cause);
    }
  };
