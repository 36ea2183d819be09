import { Flow as RealFlow } from '../../../workers/gateway/objects/flow.ts';
import { User as RealUser } from '../../../workers/gateway/objects/user.ts';
import { Account as RealAccount } from '../../../workers/service/objects/account.ts';
import { Application as RealApplication } from '../../../workers/service/objects/application.ts';
import { Phone as RealPhone } from '../../../workers/service/objects/phone.ts';
import { type Dump, dump, restore } from './inspect-storage.ts';

/** Every Durable Object, which can be written to a file and read from one. */
export interface Storable {
  dump(): Dump;
  restore(dump: Dump): void;
  /** The runtime ends the object, as it must after `restore`: the next call finds what was restored. */
  restart(): void;
}

export class Account extends RealAccount implements Storable {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(dumped: Dump): void {
    restore(this.ctx.storage, dumped);
  }
  restart(): void {
    this.ctx.abort('restored');
  }
}

export class Application extends RealApplication implements Storable {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(dumped: Dump): void {
    restore(this.ctx.storage, dumped);
  }
  restart(): void {
    this.ctx.abort('restored');
  }
}

export class Phone extends RealPhone implements Storable {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(dumped: Dump): void {
    restore(this.ctx.storage, dumped);
  }
  restart(): void {
    this.ctx.abort('restored');
  }
}

export class Flow extends RealFlow implements Storable {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(dumped: Dump): void {
    restore(this.ctx.storage, dumped);
  }
  restart(): void {
    this.ctx.abort('restored');
  }
}

export class User extends RealUser implements Storable {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(dumped: Dump): void {
    restore(this.ctx.storage, dumped);
  }
  restart(): void {
    this.ctx.abort('restored');
  }
}

export { default, EventKeys } from '../../../workers/service/objects/index.ts';
