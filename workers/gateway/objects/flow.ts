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
  /** The ends of the exchange and of the flow, in seconds since 1970. */
  deadline: number;
  expires: number;
  /** Held in memory, until it is kept; a worker of release 0.2 never asks for that. */
  held?: true;
}

/** The end of a flow. `reason` names the error with which it failed; an object of the release before says no deadline of a session. */
export type FlowOutcome =
  | { status: 'exchanging' | 'proxied'; code: string; deadline: number }
  | { status: 'signed_in'; code: string; plid: string; deadline?: number }
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
 * first one claims it, and only that one redeems the code; the others get the outcome. It deletes itself minutes after
 * the flow has ended.
 *
 * A claim may be held in memory first, so that a stranger's flow, which anybody can begin and bring a made-up code for, leaves nothing
 * behind. If the object is reset in that time, another call may claim the flow as well; of the two the service takes the code of one,
 * and {@link keep} lets one go on.
 */
export class Flow extends DurableObject<ClockBinding> {
  readonly #sql = this.ctx.storage.sql;
  readonly #store = new ObjectStore(this.ctx, this.env, migrations);
  #held: FlowOutcome | undefined;

  /**
   * @returns `claimed` to the one call that may redeem the code, and whether the claim is held; `expired` where it is too late for that;
   *   else the outcome.
   */
  claim(
    { held, ...claim }: FlowClaim,
    at: number,
  ): { status: 'claimed'; held?: true } | { status: 'expired' } | FlowOutcome {
    const outcome = this.outcome();
    if (outcome !== undefined) return outcome;
    if (claim.expires <= at) return { status: 'expired' };
    if (held) this.#held = claim;
    else this.#write(claim, at);
    return { status: 'claimed', ...(held && { held }) };
  }

  /** Writes a claim that was held. @returns false where another one was written meanwhile. */
  keep(claim: FlowClaim, at: number): boolean {
    if (this.#stored() !== undefined) return false;
    this.#held = undefined;
    this.#write(claim, at);
    return true;
  }

  #write({ status, code, deadline, expires }: FlowClaim, at: number): void {
    this.#store.change(() =>
      this.#sql.exec(
        'INSERT INTO flow (one, status, code, deadline, expires) VALUES (1, ?, ?, ?, ?)',
        ...[status, code, deadline, expires],
      ),
    );
    this.#store.wakeBy(expires + flowOutcomeLifetime, at);
  }

  /** @returns how the flow ended; undefined if it was not claimed, or too long ago. */
  outcome(): FlowOutcome | undefined {
    return this.#stored() ?? this.#held;
  }

  #stored(): FlowOutcome | undefined {
    if (!this.#store.exists()) return undefined;
    const [row] = this.#sql.exec<FlowRow>('SELECT status, code, plid, reason, deadline FROM flow');
    if (row === undefined) return undefined;
    const { status, code, plid, reason, deadline } = row;
    if (status === 'signed_in') return { status, code, plid: plid ?? '', deadline };
    if (status === 'failed') return { status, code, reason: reason ?? 'internal' };
    return { status, code, deadline };
  }

  /** The claimed sign-in has ended in a session of this user. */
  succeed(plid: string): void {
    if (!this.#store.exists()) return;
    this.#sql.exec("UPDATE flow SET status = 'signed_in', plid = ? WHERE status = 'exchanging'", plid);
  }

  /** The claimed sign-in came to nothing. @param held whether its claim is held: what is written is then another call's. */
  fail(reason: string, held = false): void {
    if (held) {
      if (this.#held !== undefined) this.#held = { status: 'failed', code: this.#held.code, reason };
    } else if (this.#store.exists()) {
      this.#sql.exec("UPDATE flow SET status = 'failed', reason = ? WHERE status = 'exchanging'", reason);
    }
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
