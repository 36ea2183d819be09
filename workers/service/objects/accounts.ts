import { type Located, namedObject } from '../../core/storage/named-object.ts';
import type { Account } from './account.ts';

/** Format of this service's plids (§2.1). */
export const plidFormat = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface AccountsEnv extends Located {
  ACCOUNT: DurableObjectNamespace<Account>;
}

/** @typeParam Part the methods of an optional part, which the class of the objects adds (routes/objects/index.ts). */
export const accountOf = <Part = unknown>(env: AccountsEnv, plid: string) =>
  namedObject(env.ACCOUNT as DurableObjectNamespace<Account & Part>, plid, env);
