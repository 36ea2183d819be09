import { DurableObject } from 'cloudflare:workers';
import { type Migrations, ObjectStore } from '../../core/storage/object-store.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { flowOutcomeLifetime } from '../shared/gateway-lifetimes.ts';

const migrations: Migrations = [
  `CREATE TABLE flow (
    one INTEGER PRIMARY KEY CHECK (one = 1), status TEXT NOT NULL, code TEXT NOT NULL, plid TEXT, reason TEXT,
    deadline INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`,
];

/** `exchanging`: its claimant makes a session of it. `proxied`: its code goes through the token proxy. */
export interface FlowClaim {
  status: 'exchanging' | 'proxied';
  /** Hash of the code that came back. */
  code: string;
  /** Until when the exchange may take, and when the flow ends; in seconds since 1970. */
  deadline: number;
  expires: number;
}

/** What became of a flow. `reason` names the refusal with which it failed. */
export type FlowOutcome =
  | { status: 'exchanging' | 'proxied'; code: string; deadline: number }
  | { status: 'signed_in'; code: string; plid: string }
  | { status: 'failed'; code: string; reason: string };

type FlowRow = {
  status: FlowOutcome['status'];
  code: string;
  plid: string | null;
  reason: string | null;
  deadline: number;
};

/**
 * One sign-in that came back from the service, named by the id of the session that it ends in. Of all its callbacks the
 * first one claims it, and it alone redeems the code; the others get the outcome. It deletes itself minutes after
 * the flow has ended.
 */
export class Flow extends DurableObject<ClockBinding> {
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, migrations);

  /** @returns `claimed` to the one call that may redeem the code, `expired` where it is too late for that, else the outcome. */
  claim(claim: FlowClaim, at: number): { status: 'claimed' } | { status: 'expired' } | FlowOutcome {
    const outcome = this.outcome();
    if (outcome !== undefined) return outcome;
    if (claim.expires <= at) return { status: 'expired' };
    this.#store.change(() =>
      this.#sql.exec(
        'INSERT INTO flow (one, status, code, deadline, expires) VALUES (1, ?, ?, ?, ?)',
        ...[claim.status, claim.code, claim.deadline, claim.expires],
      ),
    );
    this.#store.wakeBy(claim.expires + flowOutcomeLifetime, at);
    return { status: 'claimed' };
  }

  /** What became of the flow; undefined where it was not claimed, or too long ago. */
  outcome(): FlowOutcome | undefined {
    if (!this.#store.exists()) return undefined;
    const [row] = this.#sql.exec<FlowRow>('SELECT status, code, plid, reason, deadline FROM flow');
    if (row === undefined) return undefined;
    const { status, code, plid, reason, deadline } = row;
    if (status === 'signed_in') return { status, code, plid: plid ?? '' };
    if (status === 'failed') return { status, code, reason: reason ?? 'internal' };
    return { status, code, deadline };
  }

  /** The claimed sign-in has ended in a session of this user. */
  succeed(plid: string): void {
    if (!this.#store.exists()) return;
    this.#sql.exec("UPDATE flow SET status = 'signed_in', plid = ? WHERE status = 'exchanging'", plid);
  }

  /** The claimed sign-in came to nothing. */
  fail(reason: string): void {
    if (!this.#store.exists()) return;
    this.#sql.exec("UPDATE flow SET status = 'failed', reason = ? WHERE status = 'exchanging'", reason);
  }

  override alarm(): Promise<void> {
    return this.#store.woken(async () => {
      const at = await now(this.env);
      if (!this.#store.exists()) return;
      const [row] = this.#sql.exec<{ expires: number }>('SELECT expires FROM flow');
      const end = (row?.expires ?? 0) + flowOutcomeLifetime;
      if (end <= at) await this.#store.deleteAll();
      else this.#store.wakeBy(end, at);
    });
  }
}
