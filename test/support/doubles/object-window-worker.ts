import { WorkerEntrypoint } from 'cloudflare:workers';
import type { AtRest } from '../inspect/inspect-storage.ts';
import type { ObjectFailure, Observed } from '../inspect/observed-objects.ts';

type Objects = DurableObjectNamespace<Pick<Observed, 'atRest' | 'failAll'> & Rpc.DurableObjectBranded>;
type Env = Record<'ACCOUNT' | 'PHONE' | 'USER' | 'FLOW', Objects>;
export type InspectedClass = keyof Env;

/**
 * The objects of both halves for a process that is busy with something else: what Miniflare hands out of a namespace blocks the whole process
 * until the runtime has answered, which waits for the process in turn once its log is full.
 */
export default class ObjectWindow extends WorkerEntrypoint<Env> {
  /** From now on every call to any object of a half fails so, or none. */
  async fail(half: 'service' | 'gateway', failure: ObjectFailure | undefined): Promise<void> {
    await this.env[half === 'service' ? 'ACCOUNT' : 'USER'].getByName('any').failAll(failure);
  }

  /** What is at rest in the object of that name. */
  atRest(binding: 'ACCOUNT' | 'USER', name: string): Promise<AtRest> {
    return this.atRestOfId(binding, this.env[binding].idFromName(name).toString());
  }

  /** The same, by the id that its file is called after. */
  atRestOfId(binding: InspectedClass, id: string): Promise<AtRest> {
    const namespace = this.env[binding];
    return namespace.get(namespace.idFromString(id)).atRest() as Promise<AtRest>;
  }
}
