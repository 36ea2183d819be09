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
} from '../../workers/core/carrier/port.ts';
import { workerLog } from '../../workers/core/worker/log.ts';
import { Carrier as HttpCarriers } from '../../workers/service/routes/carriers/index.ts';
import { Carrier as SandboxCarriers } from '../index.ts';
import { withoutAdapterTokens } from './adapter-networks.ts';
import type { WorldEnv } from './world-env.ts';

const log = workerLog('carriers');

/**
 * A carrier's methods. A carrier that implements only the first version of the API lacks some of them. Calling a
 * missing method throws an error.
 */
type Asked = Required<CarrierPort>;

/** The pending request that was last logged. Polling it again isn't logged. */
let pending: string | undefined;

function isNews(request: string | undefined, status: string): boolean {
  const isKnown = status === 'pending' && request === pending;
  if (status === 'pending') pending = request;
  return !isKnown;
}

/**
 * The carriers of the local environment: the developer's own Worker, HTTP carriers as in a deployment, or the
 * sandbox's carriers in process. Each call to the developer's own carriers is logged on one line.
 */
export class WorldCarriers extends WorkerEntrypoint<WorldEnv> implements CarrierPort {
  confirm(request: ConfirmationRequest): Promise<Confirmation> {
    return this.#ask('confirm', request, (carrier) => carrier.confirm(request));
  }

  start(request: StartRequest): Promise<Start> {
    return this.#ask('start', request, (carrier) => carrier.start(request));
  }

  outcome(requestId: string, owner: RequestOwner = {}): Promise<Outcome> {
    return this.#ask('outcome', { ...owner, requestId }, (carrier) => carrier.outcome(requestId, owner));
  }

  cancel(requestId: string, owner: RequestOwner = {}): Promise<{ status: 'done' }> {
    return this.#ask('cancel', owner, (carrier) => carrier.cancel(requestId, owner));
  }

  notify(notice: Notice): Promise<{ status: 'taken' }> {
    return this.#ask('notify', notice, (carrier) => carrier.notify(notice));
  }

  async #ask<Answer extends { status: string }>(
    call: CarrierCall,
    { telcoCd, signIn, requestId }: RequestOwner & { requestId?: string },
    question: (carrier: Asked) => Promise<Answer>,
  ): Promise<Answer> {
    const { OWN_CARRIER, OWN_CARRIERS = '' } = this.env;
    const own = OWN_CARRIER !== undefined || (telcoCd !== undefined && OWN_CARRIERS.includes(telcoCd));
    if (!own) return question(this.#others(telcoCd));
    const started = Date.now();
    const line = (fields: object) => ({
      carrier: telcoCd,
      call,
      sign_in: signIn,
      ...fields,
      milliseconds: Date.now() - started,
    });
    try {
      const answer = await question(OWN_CARRIER ?? this.#others(telcoCd));
      if (isNews(requestId, answer.status)) log('info', line({ answer: answer.status }));
      return answer;
    } catch (failure) {
      // HTTP calls aren't logged here, because the deployed worker logs them.
      if (OWN_CARRIER !== undefined) log('error', line({ fault: String(failure) }));
      throw failure;
    }
  }

  #others(telcoCd: RequestOwner['telcoCd']): Asked {
    const isOverHttp = telcoCd !== undefined && this.env[`CARRIER_${telcoCd}`] !== undefined;
    const carriers = isOverHttp
      ? new HttpCarriers(this.ctx, withoutAdapterTokens(this.env) as never)
      : new SandboxCarriers(this.ctx, this.env as never);
    return carriers as Asked;
  }
}
