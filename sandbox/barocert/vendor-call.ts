import type { Context, Handler } from '../../workers/core/worker/endpoint.ts';
import { directoryOf } from '../directory/index.ts';
import { answerWithFaults } from '../exchanges/answer-with-faults.ts';
import { cutAnswer } from '../exchanges/cut-answer.ts';
import type { Fault } from '../fault.ts';
import type { Env } from '../sandbox-bindings.ts';
import { BarocertError } from './vendor-errors.ts';
import { type BarocertEndpoint, clockSkew } from './vendor-faults.ts';
import { verifySessionToken } from './vendor-session-token.ts';

/** A call of the simulated Barocert API. */
export interface BarocertCall extends Context<Env> {
  /** The vendor's time, in seconds since 1970. */
  readonly vendorNow: number;
  /** Whether a fault affects this call. */
  meets(kind: Fault['kind']): boolean;
}

/** Creates the handler of a call. It applies the pending faults, and returns the vendor's errors as JSON. */
export const vendorCall =
  (endpoint: BarocertEndpoint, handle: (call: BarocertCall) => Promise<Response>): Handler<Env> =>
  async (context) => {
    const faults = await directoryOf(context.env).takeFaults(endpoint);
    const meets = (kind: Fault['kind']) => faults.some((fault) => fault.kind === kind);
    const vendorNow = context.now + (meets('clock-skew') ? clockSkew : 0);
    const call = Object.assign(context, { vendorNow, meets });
    const { answer, isCut } = await answerWithFaults(faults, () => handle(call).catch(asVendorError));
    return isCut ? cutAnswer(answer) : answer;
  };

/** @throws an error that isn't the vendor's. */
function asVendorError(failure: unknown): Response {
  if (failure instanceof BarocertError) return failure.response;
  throw failure;
}

/**
 * Verifies the session token and the organization's code, which every call to the API contains. @throws
 * {BarocertError} `invalid_token`, `expired_token`, or `unknown_client`.
 */
export async function requireClient({ request, env, path, vendorNow, meets }: BarocertCall): Promise<void> {
  await verifySessionToken(env.BAROCERT_SECRET_KEY, request.headers.get('Authorization'), vendorNow);
  if (meets('expired-token')) throw new BarocertError('expired_token');
  if (path.clientCode !== env.BAROCERT_CLIENT_CODE) throw new BarocertError('unknown_client');
}
