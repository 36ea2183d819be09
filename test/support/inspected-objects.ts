import { Account as RealAccount } from '../../workers/service/objects/account.ts';
import { Application as RealApplication } from '../../workers/service/objects/application.ts';
import { Phone as RealPhone } from '../../workers/service/objects/phone.ts';
import { type AtRest, inspect } from './inspect-storage.ts';

export type { AtRest };

/** The service's Durable Objects, with a window for tests. */

export class Account extends RealAccount {
  atRest(): Promise<AtRest> {
    return inspect(this.ctx);
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
}

export { default } from '../../workers/service/objects/index.ts';
