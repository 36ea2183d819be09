import type { Account } from '../objects/account.ts';

/** A plid (§2.1) as this service gives them. */
export const plidFormat = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function accountOf(env: { ACCOUNT: DurableObjectNamespace<Account> }, plid: string) {
  return env.ACCOUNT.get(env.ACCOUNT.idFromName(plid));
}
