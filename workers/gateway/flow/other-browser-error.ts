import { ProtocolError } from '../../core/protocol/errors.ts';
import { flow_elsewhere, flow_expired } from '../settings/gateway-refusals.ts';

/**
 * Error for a sign-in that started in another browser or lost its cookie. The return path comes from the sign-in's
 * record in KV.
 */
export class OtherBrowserError extends ProtocolError {
  /** A path on the gateway's origin, without a query. */
  readonly return_to: string;

  /** @param nonce the flow's record in KV (state-nonces.ts). @param now in seconds since 1970. */
  constructor({ return_to, expires }: { return_to: string; expires: number }, now: number) {
    super(expires <= now ? flow_expired : flow_elsewhere);
    this.return_to = return_to;
  }
}
