import { Flow as RealFlow } from '../../workers/gateway/objects/flow.ts';
import { User as RealUser } from '../../workers/gateway/objects/user.ts';
import { type AtRest, inspect } from './inspect-storage.ts';

/** The gateway's Durable Objects, with a window for tests, and a switch with which they fail. */

let failing = false;

export class Flow extends RealFlow {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }
}

export class User extends RealUser {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }

  /** From now on every call to any object fails as where the platform resets it, or none. */
  fail(value: boolean): void {
    failing = value;
  }
}

/** Lets each method of a class fail while the switch is on. */
function breakable(methods: object, real: object): void {
  for (const name of Object.getOwnPropertyNames(real).filter(
    (each) => !['constructor', 'alarm'].includes(each),
  )) {
    const method = Reflect.get(real, name);
    Reflect.set(methods, name, function (this: { ctx: DurableObjectState }, ...parameters: unknown[]) {
      if (failing) this.ctx.abort('the tests let this object fail');
      return method.apply(this, parameters);
    });
  }
}
breakable(Flow.prototype, RealFlow.prototype);
breakable(User.prototype, RealUser.prototype);

export { default } from '../../workers/gateway/objects/index.ts';
