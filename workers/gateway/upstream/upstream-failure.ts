import {
  PlidError,
  PlidRefusal,
  PlidUnavailable,
  type ServiceRefusal,
} from '../../../packages/plid/client/errors.ts';
import { isTemporary, ProtocolError } from '../../core/protocol/errors.ts';
import { describeFailure } from '../../core/worker/log.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';

/**
 * Why a call to the service failed: `upstream_timeout` (no answer within SERVICE_TIMEOUT), `upstream_unavailable` (it
 * could not be reached, or reports that it is temporarily unavailable), `upstream_refused` (it refused, in the words of
 * §7), `client_refused` (it does not accept our client credentials), `upstream_invalid` (the answer is not that of the specification).
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
  /** In seconds, where the service said so. */
  retryAfter?: number | undefined;
  /** The id of the service's answer, by which its operator finds the request in their log. */
  requestId?: string | undefined;
}

/** A call to the service that failed. A temporary failure carries Retry-After: for the person, since we never send a call twice. */
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

/** Translates the failure of a call of the client. @throws {UpstreamFailure}; any other error is thrown again as it is. */
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
