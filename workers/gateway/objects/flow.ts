import { DurableObject } from 'cloudflare:workers';
import { ObjectAlarm } from '../../core/storage/object-alarm.ts';
import { type ClockBinding, now } from '../../core/worker/clock.ts';
import { flowOutcomeLifetime } from '../shared/gateway-lifetimes.ts';

/** A flow as it is stored, in one record: `version` is that of its shape. Times in seconds since 1970. */
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
  readonly #kv = this.ctx.storage.kv;
  readonly #alarm = new ObjectAlarm(this.ctx, this.env);
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
    this.#kv.put<StoredFlow>(key, { version: 1, status, code, deadline, expires });
    this.#alarm.wakeBy(expires + flowOutcomeLifetime, at);
  }

  /** @returns how the flow ended; undefined if it was not claimed, or too long ago. */
  outcome(): FlowOutcome | undefined {
    const stored = this.#stored();
    if (stored === undefined) return this.#held;
    const { status, code, plid = '', reason = 'internal', deadline } = stored;
    if (status === 'signed_in') return { status, code, plid, deadline };
    return status === 'failed' ? { status, code, reason } : { status, code, deadline };
  }

  #stored(): StoredFlow | undefined {
    return this.#kv.get<StoredFlow>(key) ?? readFlowRow(this.ctx.storage);
  }

  /** The claimed sign-in has ended in a session of this user. */
  succeed(plid: string): void {
    this.#end({ status: 'signed_in', plid });
  }

  /** The claimed sign-in came to nothing. @param held whether its claim is held: what is written is then another call's. */
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

/** A flow that release 0.2 has stored, in a table of its own: it is there for as long as a flow lasts. */
function readFlowRow({ kv, sql }: DurableObjectStorage): StoredFlow | undefined {
  if (kv.get('schema') === undefined) return undefined;
  const query = `SELECT 1 AS version, status, code, coalesce(plid, '') AS plid, coalesce(reason, 'internal') AS reason,
      deadline, expires FROM flow`;
  const [row] = sql.exec<Required<{ [Field in keyof StoredFlow]: StoredFlow[Field] }>>(query).toArray();
  return row;
}
