import { Flow as RealFlow } from '../../workers/gateway/objects/flow.ts';
import { User as RealUser } from '../../workers/gateway/objects/user.ts';
import { Account as RealAccount } from '../../workers/service/objects/account.ts';
import { Application as RealApplication } from '../../workers/service/objects/application.ts';
import { Phone as RealPhone } from '../../workers/service/objects/phone.ts';
import { type Dump, dump, restore } from './inspect-storage.ts';

/** Every Durable Object, which can be written to a file and read from one. */
export interface Kept {
  dump(): Dump;
  restore(dump: Dump): void;
}

export class Account extends RealAccount implements Kept {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(kept: Dump): void {
    restore(this.ctx.storage, kept);
  }
}

export class Application extends RealApplication implements Kept {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(kept: Dump): void {
    restore(this.ctx.storage, kept);
  }
}

export class Phone extends RealPhone implements Kept {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(kept: Dump): void {
    restore(this.ctx.storage, kept);
  }
}

export class Flow extends RealFlow implements Kept {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(kept: Dump): void {
    restore(this.ctx.storage, kept);
  }
}

export class User extends RealUser implements Kept {
  dump(): Dump {
    return dump(this.ctx.storage);
  }
  restore(kept: Dump): void {
    restore(this.ctx.storage, kept);
  }
}

export { default } from '../../workers/service/objects/index.ts';
