import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  CarrierCall,
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Notice,
  Outcome,
  RequestOwner,
  Start,
  StartRequest,
} from '../../../packages/plid/carrier/port.ts';
import { type CarrierCode, carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { workerLog } from '../../core/worker/log.ts';
import { readSettings } from '../../core/worker/settings.ts';
import { CarrierFault, callCarrier, describeFault } from './call-carrier.ts';
import { carrierConnection, type Env, schema } from './carriers-settings.ts';

const log = workerLog('service-carriers');

/**
 * The RPC port to the carriers (packages/plid/carrier/port.ts) over HTTP. A call to one carrier never waits for
 * another carrier. Responses are returned unvalidated, because the caller validates them as another company's
 * data.
 */
export class Carrier extends WorkerEntrypoint<object> implements CarrierPort {
  async confirm(request: ConfirmationRequest): Promise<Confirmation> {
    return this.#ask('confirm', request, request);
  }

  async start(request: StartRequest): Promise<Start> {
    return this.#ask('start', request, request);
  }

  async outcome(requestId: string, owner: RequestOwner = {}): Promise<Outcome> {
    return this.#ask('outcome', owner, { requestId, signIn: owner.signIn });
  }

  async cancel(requestId: string, owner: RequestOwner = {}): Promise<{ status: 'done' }> {
    return this.#ask('cancel', owner, { requestId, signIn: owner.signIn });
  }

  async notify(notice: Notice): Promise<{ status: 'taken' }> {
    return this.#ask('notify', notice, notice);
  }

  async #ask<Answer>(call: CarrierCall, { telcoCd, signIn }: RequestOwner, body: object): Promise<Answer> {
    const started = Date.now();
    try {
      const env = readSettings(schema, this.env);
      const line = carrierConnection(env, telcoCd ?? onlyCarrier(env));
      if (typeof line === 'string') throw new CarrierFault(line);
      return (await callCarrier(line, call, body)) as Answer;
    } catch (failure) {
      const milliseconds = Date.now() - started;
      const fault = describeFault(failure);
      log('error', { carrier: telcoCd, call, sign_in: signIn, fault, milliseconds });
      throw failure;
    }
  }
}

/**
 * Returns the carrier for a request that was stored by an earlier release, which didn't record the carrier's name.
 * @throws {CarrierFault} if the number of configured carriers isn't exactly one.
 */
function onlyCarrier(env: Env): CarrierCode {
  const [only, ...others] = carrierCodes.filter((code) => env[`CARRIER_${code}`] !== undefined);
  if (only === undefined || others.length > 0) throw new CarrierFault('the owner of the request is unknown');
  return only;
}
