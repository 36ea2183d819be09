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
} from '../../core/carrier/port.ts';
import type { CarrierCode } from '../../core/protocol/user-record.ts';
import { workerLog } from '../../core/worker/log.ts';
import { readSettings } from '../../core/worker/settings.ts';
import { callCarrier, UnofferedCall } from './call-carrier.ts';
import { carrierConnection, schema } from './carriers-settings.ts';
import { CarrierFault, describeFault } from './post-to-carrier.ts';

const log = workerLog('service-carriers');

/** The owner of a request, whose carrier the service always names. */
type NamedOwner = RequestOwner & { telcoCd: CarrierCode };

/**
 * The RPC port to the carriers (workers/core/carrier/port.ts), over HTTP or through an adapter. A call to one carrier never waits for
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

  async outcome(requestId: string, owner: NamedOwner): Promise<Outcome> {
    return this.#ask('outcome', owner, { requestId, signIn: owner.signIn });
  }

  async cancel(requestId: string, owner: NamedOwner): Promise<{ status: 'done' }> {
    return this.#ask('cancel', owner, { requestId, signIn: owner.signIn });
  }

  async notify(notice: Notice): Promise<{ status: 'taken' }> {
    return this.#ask('notify', notice, notice);
  }

  async #ask<Answer>(call: CarrierCall, { telcoCd, signIn }: NamedOwner, body: object): Promise<Answer> {
    const started = Date.now();
    try {
      const env = readSettings(schema, this.env);
      const line = carrierConnection(env, telcoCd);
      if (typeof line === 'string') throw new CarrierFault(line);
      return (await callCarrier(line, call, body, { telcoCd, signIn })) as Answer;
    } catch (failure) {
      const milliseconds = Date.now() - started;
      const fault = describeFault(failure);
      const level = failure instanceof UnofferedCall ? 'info' : 'error';
      log(level, { carrier: telcoCd, call, sign_in: signIn, fault, milliseconds });
      throw failure;
    }
  }
}
