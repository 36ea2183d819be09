import { WorkerEntrypoint } from 'cloudflare:workers';
import type { AtRest } from '../inspect/inspect-storage.ts';
import type { User } from '../inspect/inspected-gateway-objects.ts';
import type { Account } from '../inspect/inspected-objects.ts';
import type { ObjectFailure } from './breakable-objects.ts';

/** What every inspected object has. */
interface Inspected {
  atRest(): Promise<AtRest>;
}
type Inspecting = DurableObjectNamespace<Inspected & Rpc.DurableObjectBranded>;

interface Env {
  ACCOUNT: DurableObjectNamespace<Account>;
  PHONE: Inspecting;
  USER: DurableObjectNamespace<User>;
  FLOW: Inspecting;
}
export type InspectedClass = keyof Env;

/**
 * The objects of both halves for a process that is busy with something else: what Miniflare hands out of a namespace blocks the whole process
 * until the runtime has answered, which waits for the process in turn once its log is full.
 */
export default class ObjectWindow extends WorkerEntrypoint<Env> {
  /** From now on every call to any object of a half fails so, or none. */
  async fail(half: 'service' | 'gateway', failure: ObjectFailure | undefined): Promise<void> {
    const { ACCOUNT, USER } = this.env;
    if (half === 'service') await ACCOUNT.get(ACCOUNT.idFromName('any')).fail(failure);
    else await USER.get(USER.idFromName('any')).fail(failure);
  }

  /** What is at rest in the object of that name. */
  atRest(binding: 'ACCOUNT' | 'USER', name: string): Promise<AtRest> {
    return this.atRestOfId(binding, this.env[binding].idFromName(name).toString());
  }

  /** The same, by the id that its file is called after. */
  atRestOfId(binding: InspectedClass, id: string): Promise<AtRest> {
    const namespace = this.env[binding] as Inspecting;
    return namespace.get(namespace.idFromString(id)).atRest() as Promise<AtRest>;
  }
}
