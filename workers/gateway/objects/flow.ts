import { DurableObject } from 'cloudflare:workers';
import { ObjectAlarm } from '../../core/storage/object-alarm.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { flowOutcomeLifetime } from '../settings/gateway-lifetimes.ts';

/**
 * A flow as stored in one record, where `version` is the version of the record's format. Times are in seconds
 * since 1970.
 */
interface StoredFlow {
  version: 1;
  status: FlowOutcome['status'];
  code: string;
  plid?: string;
  reason?: string;
  deadline: number;
  expires: number;
}

const key = 'flow';

/**
 * A claim to a flow. If the status is `exchanging`, the claimant creates a session. If the status is `proxied`,
 * the code goes through the token proxy.
 */
export interface FlowClaim {
  status: 'exchanging' | 'proxied';
  /** Hash of the authorization code. */
  code: string;
  /** Deadlines of the exchange and of the flow, in seconds since 1970. */
  deadline: number;
  expires: number;
  /** Whether the claim stays only in memory at first. */
  held?: true;
}

/** Outcome of a flow, where `reason` is the error of a failed flow. */
export type FlowOutcome =
  | { status: 'exchanging' | 'proxied'; code: string; deadline: number }
  | { status: 'signed_in'; code: string; plid: string; deadline: number }
  | { status: 'failed'; code: string; reason: string };

/**
 * One sign-in that returned from the service, named after the id of the session that it ends in. The first of its
 * callbacks claims it and redeems the code; the others get the outcome. The object deletes itself minutes after the
 * flow has ended.
 *
 * A claim may stay in memory at first, so that a flow of an attacker with an invented code leaves nothing in
 * storage. If the object is reset in that time, another call may claim the flow too. The service accepts the code
 * from only one of the two, and {@link keep} lets only one continue.
 */
export class Flow extends DurableObject<ClockBinding> {
  readonly #kv = this.ctx.storage.kv;
  readonly #alarm = new ObjectAlarm(this.ctx, this.env);
  #held: FlowOutcome | undefined;

  /**
   * @returns `claimed` if this call may redeem the code. Otherwise, returns `expired` if it is too late to claim the
   * flow, or the flow's outcome.
   */
  claim(
    { held, ...claim }: FlowClaim,
    at: number,
  ): { status: 'claimed' } | { status: 'expired' } | FlowOutcome {
    const stored = this.#stored();
    // If the alarm is late, the object still stores a flow that has ended.
    const isOver = stored !== undefined && stored.expires + flowOutcomeLifetime <= at;
    const outcome = isOver ? undefined : this.#outcomeOf(stored);
    if (outcome !== undefined) return outcome;
    if (claim.expires <= at) return { status: 'expired' };
    if (held) this.#held = claim;
    else this.#write(claim, at);
    return { status: 'claimed' };
  }

  /** Stores a claim that was only in memory. @returns false if another claim was stored meanwhile. */
  keep(claim: FlowClaim, at: number): boolean {
    if (this.#stored() !== undefined) return false;
    this.#held = undefined;
    this.#write(claim, at);
    return true;
  }

  #write({ status, code, deadline, expires }: FlowClaim, at: number): void {
    this.#kv.put<StoredFlow>(key, { version: 1, status, code, deadline, expires });
    this.#alarm.wakeBy(expires + flowOutcomeLifetime, at);
  }

  /** @returns the flow's outcome, or undefined if the flow wasn't claimed or has been deleted. */
  outcome(): FlowOutcome | undefined {
    return this.#outcomeOf(this.#stored());
  }

  #outcomeOf(stored: StoredFlow | undefined): FlowOutcome | undefined {
    if (stored === undefined) return this.#held;
    const { status, code, plid = '', reason = 'internal', deadline } = stored;
    if (status === 'signed_in') return { status, code, plid, deadline };
    return status === 'failed' ? { status, code, reason } : { status, code, deadline };
  }

  #stored(): StoredFlow | undefined {
    return this.#kv.get<StoredFlow>(key);
  }

  /** Records that the claimed sign-in created a session for this user. */
  succeed(plid: string): void {
    this.#end({ status: 'signed_in', plid });
  }

  /**
   * Records that the claimed sign-in has failed. @param held whether this sign-in's claim is only in memory. If
   * so, a stored claim belongs to another call.
   */
  fail(reason: string, held = false): void {
    if (!held) this.#end({ status: 'failed', reason });
    else if (this.#held !== undefined) this.#held = { status: 'failed', code: this.#held.code, reason };
  }

  #end(outcome: Pick<StoredFlow, 'status' | 'plid' | 'reason'>): void {
    const stored = this.#stored();
    if (stored?.status === 'exchanging') this.#kv.put<StoredFlow>(key, { ...stored, ...outcome });
  }

  override alarm(): Promise<void> {
    return this.#alarm.woken(async () => {
      const at = await now(this.env);
      const end = (this.#stored()?.expires ?? 0) + flowOutcomeLifetime;
      if (end <= at) await this.#alarm.deleteAll();
      else this.#alarm.wakeBy(end, at);
    });
  }
}
