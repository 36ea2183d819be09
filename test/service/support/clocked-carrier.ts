import { WorkerEntrypoint } from 'cloudflare:workers';
import type {
  Carrier as CarrierPort,
  Confirmation,
  ConfirmationRequest,
  Outcome,
} from '../../../workers/core/carrier/port.ts';
import { type ClockBinding, now } from '../../../workers/core/worker/clock.ts';

/** The time that a carrier obeys: `expires` is by the service's clock, `expiresIn` by its own. */
export type Reads = 'expires' | 'expiresIn';

let off = 0;
let reads: Reads = 'expiresIn';
let ends = 0;
let approvesAt = 0;

/** A carrier with a separate clock, whose phone approves some time after the request. */
export class Carrier extends WorkerEntrypoint<ClockBinding> implements CarrierPort {
  async confirm({ expires, expiresIn }: ConfirmationRequest): Promise<Confirmation> {
    const own = (await now(this.env)) + off;
    ends = reads === 'expires' ? expires : own + expiresIn;
    return { status: 'requested', requestId: `clocked-${ends}` };
  }

  async outcome(): Promise<Outcome> {
    const at = await now(this.env);
    if (at + off >= ends) return { status: 'expired' };
    return at >= approvesAt
      ? { status: 'approved', identity: { phoneNo: '01000000001' } }
      : { status: 'pending' };
  }
}

/** The interface for tests. */
export default class Control extends WorkerEntrypoint {
  /** Forgets everything, for another file of tests. */
  renew(): void {
    this.set(0, 'expiresIn', 0);
    ends = 0;
  }

  /** @param seconds by which the carrier's clock is ahead. @param approves when its phone approves, in seconds since 1970. */
  set(seconds: number, read: Reads, approves: number): void {
    off = seconds;
    reads = read;
    approvesAt = approves;
  }
}
