import {
  PlidError,
  PlidRefusal,
  PlidUnavailable,
  type ServiceRefusal,
} from '../../../packages/plid/client/errors.ts';
import { isTemporary, ProtocolError } from '../../core/protocol/errors.ts';
import { describeFailure } from '../../core/worker/log.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';

/**
 * Reasons why a call to the service failed: `upstream_timeout` (no response within `SERVICE_TIMEOUT`),
 * `upstream_unavailable` (unreachable or temporarily unavailable), `upstream_refused` (an error of §7),
 * `client_refused` (the service rejects the client credentials), `upstream_invalid` (the response doesn't match
 * the specification).
 */
export const upstreamRefusals = {
  upstream_timeout: gatewayRefusals.upstream_timeout,
  upstream_unavailable: gatewayRefusals.upstream_unavailable,
  upstream_refused: gatewayRefusals.upstream_refused,
  client_refused: gatewayRefusals.client_refused,
  upstream_invalid: gatewayRefusals.upstream_invalid,
};
type UpstreamReason = keyof typeof upstreamRefusals;

interface UpstreamDetails {
  serviceRefusal?: ServiceRefusal | undefined;
  /** Seconds until a retry, if the service sent them. */
  retryAfter?: number | undefined;
  /** Request id of the service's response, for the service operator's log. */
  requestId?: string | undefined;
}

/**
 * A failed call to the service. A temporary failure has a Retry-After for the user, because the gateway itself
 * never repeats a call.
 */
export class UpstreamFailure extends ProtocolError {
  readonly serviceRefusal: ServiceRefusal | undefined;

  constructor(
    reason: UpstreamReason,
    cause: unknown,
    { serviceRefusal, retryAfter = 5, requestId }: UpstreamDetails = {},
  ) {
    const refusal = upstreamRefusals[reason];
    const headers = isTemporary(refusal) ? { 'Retry-After': String(retryAfter) } : {};
    super(refusal, { cause, headers });
    this.serviceRefusal = serviceRefusal;
    if (requestId !== undefined) this.logged.upstream_request = requestId;
  }
}

/** Converts a failure of the client into an {@link UpstreamFailure}. Other errors are rethrown. */
export function throwUpstreamFailure(failure: unknown): never {
  if (!(failure instanceof PlidError)) throw failure;
  const { message, cause, refusal: serviceRefusal, requestId } = failure;
  const retryAfter = failure instanceof PlidUnavailable ? failure.retryAfter : undefined;
  const logged = cause === undefined ? message : `${message} Caused by ${describeFailure(cause)}`;
  throw new UpstreamFailure(reasonOf(failure), logged, { serviceRefusal, retryAfter, requestId });
}

function reasonOf(failure: PlidError): UpstreamReason {
  if (failure instanceof PlidRefusal) return 'upstream_refused';
  if (failure.reason === 'timeout') return 'upstream_timeout';
  if (failure instanceof PlidUnavailable) return 'upstream_unavailable';
  return failure.reason === 'client_refused' ? 'client_refused' : 'upstream_invalid';
}
