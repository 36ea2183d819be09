import { WorkerEntrypoint } from 'cloudflare:workers';
import type { AtRest } from '../../test/support/assertions/inspect-storage.ts';
import type { ObjectFailure, Observed } from '../../test/support/assertions/observed-objects.ts';

type Objects = DurableObjectNamespace<Pick<Observed, 'atRest' | 'failAll'> & Rpc.DurableObjectBranded>;
type Env = Record<'ACCOUNT' | 'PHONE' | 'USER' | 'FLOW', Objects>;
export type InspectedClass = keyof Env;

/**
 * Access to the objects of both halves for a busy process. A namespace that comes through Miniflare blocks the whole process until the runtime has
 * answered, and the runtime waits for the process once its log is full.
 */
export default class ObjectWindow extends WorkerEntrypoint<Env> {
  /** From now on every call to any object of a half fails in this way, or none does. */
  async fail(half: 'service' | 'gateway', failure: ObjectFailure | undefined): Promise<void> {
    await this.env[half === 'service' ? 'ACCOUNT' : 'USER'].getByName('any').failAll(failure);
  }

  /** The stored contents of the object of that name. */
  atRest(binding: 'ACCOUNT' | 'USER', name: string): Promise<AtRest> {
    return this.atRestOfId(binding, this.env[binding].idFromName(name).toString());
  }

  /** The same, by the object's id, which is the name of its file. */
  atRestOfId(binding: InspectedClass, id: string): Promise<AtRest> {
    const namespace = this.env[binding];
    return namespace.get(namespace.idFromString(id)).atRest() as Promise<AtRest>;
  }
}
