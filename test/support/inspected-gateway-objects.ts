import { Flow as RealFlow } from '../../workers/gateway/objects/flow.ts';
import { User as RealUser } from '../../workers/gateway/objects/user.ts';
import { type AtRest, inspect } from './inspect-storage.ts';

/** The gateway's Durable Objects, with a window for tests, and a switch with which they fail. */

let failing = false;
let failingId = '';
const claimed = new Set<string>();

export class Flow extends RealFlow {
  override claim(...parameters: Parameters<RealFlow['claim']>) {
    claimed.add(this.ctx.id.toString());
    return super.claim(...parameters);
  }

  /** The ids of all flows that anybody has tried to claim. */
  claimed(): string[] {
    return [...claimed];
  }

  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }
}

export class User extends RealUser {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }

  /** From now on every call to the object of this id fails. */
  failOne(id: string): void {
    failingId = id;
  }

  /** From now on every call to any object fails as where the platform resets it, or none. */
  fail(value: boolean): void {
    failing = value;
  }
}

/** Lets each method of a class fail while the switch is on. */
function breakable(methods: object): void {
  for (const name of Object.getOwnPropertyNames(methods).filter(
    (each) => !['constructor', 'alarm'].includes(each),
  )) {
    const method = Reflect.get(methods, name);
    Reflect.set(methods, name, function (this: { ctx: DurableObjectState }, ...parameters: unknown[]) {
      if (failing || this.ctx.id.toString() === failingId) this.ctx.abort('the tests let this object fail');
      return method.apply(this, parameters);
    });
  }
}
breakable(RealFlow.prototype);
breakable(RealUser.prototype);

export { default } from '../../workers/gateway/objects/index.ts';
