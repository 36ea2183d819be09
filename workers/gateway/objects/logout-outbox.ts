import * as v from 'valibot';
import {
  type Delivery,
  deliver,
  type FailedDelivery,
  nextAttempt,
  withoutResponse,
} from '../../core/http/delivery.ts';
import { omit } from '../../core/protocol/omit.ts';
import { describeFailure, type LogFields, workerLog } from '../../core/worker/log.ts';
import { readSettings } from '../../core/worker/settings.ts';
import { logoutMessage, readLogoutRejection } from '../../openid/logout-message.ts';
import { signLogoutToken } from '../../openid/logout-token.ts';
import { logoutRetryPeriod } from '../settings/gateway-lifetimes.ts';
import { relyingPartySettings } from '../settings/relying-party-settings.ts';
import type { PartySession } from './user-tables.ts';

/** A logout_token that a relying party hasn't received yet. It is signed at each delivery. Times in seconds. */
export interface PendingLogout extends PartySession {
  /** The same at each attempt. */
  jti: string;
  /** When the session ended. */
  since: number;
  /** Number of failed attempts. */
  attempts: number;
  due: number;
}

/** The undelivered logout_tokens of a user, oldest first, where `version` is the version of the format. */
interface StoredLogouts {
  version: 1;
  pending: PendingLogout[];
}

const key = 'logouts';

/** Maximum number of undelivered logout_tokens of one user. */
export const maxPendingLogouts = 200;

/** Number of logout_tokens sent in parallel. The next batch follows immediately. */
const batch = 20;

const log = workerLog('gateway-objects');

/**
 * The undelivered logout_tokens of a user. They are stored in the same transaction as the end of their sessions,
 * in one value, so that a sign-out writes one row for all its relying parties. The user's alarm sends each
 * logout_token at least once. It is deleted when it is delivered, rejected, or given up.
 */
export class LogoutOutbox {
  readonly #kv: SyncKvStorage;
  readonly #env: object;

  constructor(kv: SyncKvStorage, env: object) {
    this.#kv = kv;
    this.#env = env;
  }

  /** The `client_id`s of the relying parties, one for each undelivered logout_token. */
  clientIds(): string[] {
    return this.#pending().map(({ client_id }) => client_id);
  }

  /** @returns undefined if there is no undelivered logout_token. */
  nextDue(): number | undefined {
    return earliest(this.#pending());
  }

  /** Queues a logout_token for each ended session at a relying party. If there are too many, drops the oldest. */
  add(ended: readonly PartySession[], at: number): void {
    if (ended.length === 0) return;
    const added = ended.map((session): PendingLogout => {
      return { ...session, jti: crypto.randomUUID(), since: at, attempts: 0, due: at };
    });
    const pending = [...this.#pending(), ...added];
    for (const dropped of pending.splice(0, pending.length - maxPendingLogouts))
      log('error', { ...lineOf(dropped), outcome: 'given up', cause: 'too many undelivered logout_tokens' });
    this.#store(pending);
  }

  /**
   * Sends due logout_tokens. Never throws, because a failed delivery is retried later or given up.
   * @returns the time at which the next one is due, if there is one.
   */
  async deliver(at: number): Promise<number | undefined> {
    const before = this.#pending();
    const due = before.filter((logout) => logout.due <= at).slice(0, batch);
    if (due.length === 0) return earliest(before);
    const results = await Promise.all(due.map((logout) => this.#deliver(logout, at)));
    const retried = new Map(due.map(({ jti }, index) => [jti, results[index]]));
    // Meanwhile, other sessions may have ended.
    const pending = this.#pending()
      .map((logout) => (retried.has(logout.jti) ? retried.get(logout.jti) : logout))
      .filter((logout) => logout !== undefined);
    this.#store(pending);
    return earliest(pending);
  }

  /** @returns the logout_token if it must be retried. */
  async #deliver(logout: PendingLogout, at: number): Promise<PendingLogout | undefined> {
    const delivery = await deliverLogout(this.#env, logout, at).catch((cause: unknown) =>
      withoutResponse(describeFailure(cause)),
    );
    if (delivery.outcome === 'failed') return tryAgain(logout, delivery, at);
    if (delivery.outcome !== 'unwanted')
      log(delivery.outcome === 'refused' ? 'error' : 'info', { ...lineOf(logout), ...delivery });
    return undefined;
  }

  #pending(): PendingLogout[] {
    return this.#kv.get<StoredLogouts>(key)?.pending ?? [];
  }

  #store(pending: PendingLogout[]): void {
    if (pending.length > 0) this.#kv.put<StoredLogouts>(key, { version: 1, pending });
    else this.#kv.delete(key);
  }
}

/** @returns the logout_token with the time of its next attempt; undefined if it is given up. */
function tryAgain(logout: PendingLogout, failed: FailedDelivery, at: number): PendingLogout | undefined {
  const failure = omit(failed, 'retryAfter', 'firstPause');
  const due = nextAttempt(failed, logout.attempts, logout.since + logoutRetryPeriod, at);
  if (due === undefined) log('error', { ...lineOf(logout), ...failure, outcome: 'given up' });
  else log('warn', { ...lineOf(logout), ...failure });
  return due === undefined ? undefined : { ...logout, attempts: logout.attempts + 1, due };
}

const lineOf = ({ client_id, jti, attempts }: PendingLogout): LogFields => ({
  security_event: 'logout',
  client_id,
  jti,
  attempt: attempts + 1,
});

const earliest = (pending: readonly PendingLogout[]): number | undefined =>
  pending.length === 0 ? undefined : Math.min(...pending.map(({ due }) => due));

const settings = v.object(relyingPartySettings);

/**
 * Signs a logout_token and sends it to the address that is currently set for its relying party. @param now in
 * seconds since 1970.
 * @returns `unwanted` if the relying party was removed or no longer receives logout_tokens. @throws if there is no
 * response, or if the settings are invalid. The caller must retry later.
 */
async function deliverLogout(
  env: object,
  { client_id, issuer, subject, sid, jti }: PartySession & { jti: string },
  now: number,
): Promise<{ outcome: 'unwanted' } | Delivery> {
  const { OPENID_CLIENTS, OPENID_KEY = [] } = readSettings(settings, env);
  const party = OPENID_CLIENTS.find(({ id }) => id === client_id);
  if (party?.backchannel_logout_uri === undefined) return { outcome: 'unwanted' };
  const logout = { issuer, audience: client_id, subject, sid, jti };
  const token = await signLogoutToken(OPENID_KEY, party.alg, logout, now);
  return deliver(logoutMessage(party.backchannel_logout_uri, token), readLogoutRejection, now);
}
