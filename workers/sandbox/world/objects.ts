import { Flow as GatewayFlow } from '../../gateway/objects/flow.ts';
import { User as GatewayUser } from '../../gateway/objects/user.ts';
import { Gateway as GatewayEntrypoint } from '../../gateway/session/entrypoint.ts';
import { Account as ServiceAccount } from '../../service/objects/account.ts';
import { Application as ServiceApplication } from '../../service/objects/application.ts';
import { EventKeys as ServiceEventKeys } from '../../service/objects/event-keys-entrypoint.ts';
import { Phone as ServicePhone } from '../../service/objects/phone.ts';
import { Carrier as SandboxCarrier, Directory as SandboxDirectory } from '../index.ts';
import { currentGeneration, environmentOf, generationOf } from './generation.ts';

// biome-ignore lint/suspicious/noExplicitAny: TypeScript demands this of the constructor of a class that extends another one (TS2545)
type Class<Instance> = new (...parameters: any[]) => Instance;

interface Woken {
  alarm?(): Promise<void> | void;
}

/** A class of Durable Objects whose objects belong to a generation. One of a generation before does nothing more, and deletes itself. */
function withinGeneration<Base extends Class<Woken>>(base: Base) {
  return class extends base {
    readonly #state: DurableObjectState;

    // biome-ignore lint/suspicious/noExplicitAny: as above
    constructor(...[state, env]: any[]) {
      super(state, environmentOf(env, generationOf(state.id)));
      this.#state = state;
    }

    override async alarm(): Promise<void> {
      if (generationOf(this.#state.id) === currentGeneration()) await super.alarm?.();
      else await this.#state.storage.deleteAll();
    }
  };
}

/** An entrypoint that is called on behalf of the current generation. */
function ofCurrentGeneration<Base extends Class<object>>(base: Base) {
  return class extends base {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    constructor(...[execution, env]: any[]) {
      super(execution, environmentOf(env, currentGeneration()));
    }
  };
}

export const Account = withinGeneration(ServiceAccount);
export const Application = withinGeneration(ServiceApplication);
export const Directory = withinGeneration(SandboxDirectory);
export const Flow = withinGeneration(GatewayFlow);
export const User = withinGeneration(GatewayUser);

/** Without limits a request that would have to wait is admitted: what was counted before is forgotten. */
export class Phone extends withinGeneration(ServicePhone) {
  override admit(...request: Parameters<ServicePhone['admit']>): ReturnType<ServicePhone['admit']> {
    const admission = super.admit(...request);
    if (admission.admitted || generationOf(this.ctx.id).hasLimits) return admission;
    this.ctx.storage.sql.exec('DELETE FROM requests');
    return super.admit(...request);
  }
}

export const Carrier = ofCurrentGeneration(SandboxCarrier);
export const Gateway = ofCurrentGeneration(GatewayEntrypoint);
export const EventKeys = ofCurrentGeneration(ServiceEventKeys);
