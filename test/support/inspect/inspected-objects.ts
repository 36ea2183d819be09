import { Account as RealAccount } from '../../../workers/service/objects/account.ts';
import { Application as RealApplication } from '../../../workers/service/objects/application.ts';
import { Phone as RealPhone } from '../../../workers/service/objects/phone.ts';
import { breakable, callsSoFar, failWith, type ObjectFailure } from '../doubles/breakable-objects.ts';
import { type AtRest, inspect } from './inspect-storage.ts';

export type { AtRest };

/** The service's Durable Objects, with a window for tests, and a switch with which they fail. */

export class Account extends RealAccount {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }

  /** Does what its alarm would do now, so that a test need not wait for it. */
  ring(): Promise<void> {
    return this.alarm();
  }

  /** From now on every call to any object fails so, or none. */
  fail(failure: ObjectFailure | undefined): void {
    failWith(failure);
  }

  calls(): number {
    return callsSoFar();
  }
}

export class Application extends RealApplication {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }
}

export class Phone extends RealPhone {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
  }

  /** The same for a number. */
  ring(): Promise<void> {
    return this.alarm();
  }
}

breakable(RealAccount);
breakable(RealApplication);
breakable(RealPhone);

export { default, EventKeys } from '../../../workers/service/objects/index.ts';
