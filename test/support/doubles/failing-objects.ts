import { Account as RealAccount } from '../../../workers/service/objects/account.ts';

/** The service's Durable Objects, with an Account that fails as the platform and our own code do. */

/** `bug`: our own code throws. `sql`: SQLite refuses a statement. `reset`: the runtime ends the object under the call. */
export type Failure = 'bug' | 'sql' | 'reset';

export class Account extends RealAccount {
  failWith(failure: Failure): void {
    this.ctx.storage.kv.put('test-failure', failure);
  }

  override redeem(...request: Parameters<RealAccount['redeem']>): ReturnType<RealAccount['redeem']> {
    switch (this.ctx.storage.kv.get<Failure>('test-failure')) {
      case 'bug':
        throw new TypeError('x is not a function');
      case 'sql':
        this.ctx.storage.sql.exec('SELECT since FROM consents');
        break;
      case 'reset':
        this.ctx.abort('the runtime resets this object');
    }
    return super.redeem(...request);
  }
}

export { Application, default, EventKeys, Phone } from '../../../workers/service/objects/index.ts';
