import { type EventFault, errorCodeOf } from '../../../../packages/plid/events/event-error.ts';
import type { Refusal } from '../../../core/protocol/errors.ts';
import type { ErrorPage } from '../../../core/worker/endpoint.ts';
import { failureResponse } from '../../errors/failure-response.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';

/** The refusal for each fault of an event. */
export const eventRefusals: Readonly<Record<EventFault, Refusal>> = {
  event_malformed: gatewayRefusals.event_malformed,
  event_of_other_time: gatewayRefusals.event_of_other_time,
  event_of_other_issuer: gatewayRefusals.event_of_other_issuer,
  event_for_other_audience: gatewayRefusals.event_for_other_audience,
  event_key_unknown: gatewayRefusals.event_key_unknown,
  event_forged: gatewayRefusals.event_forged,
  event_keys_unavailable: gatewayRefusals.upstream_unavailable,
};

const isFault = (reason: string): reason is EventFault => Object.hasOwn(eventRefusals, reason);

/**
 * Returns the error response for a rejected event, with the fields `err` and `description` (RFC 8935 §2.3). All
 * other failures use the common format.
 */
export const securityEventError: ErrorPage<unknown> = (error, { language }) => {
  const err = isFault(error.reason) ? errorCodeOf(error.reason) : undefined;
  if (err === undefined) return failureResponse(error, { language });
  const headers = { 'Content-Language': language };
  return Response.json({ err, description: error.describe(language) }, { status: 400, headers });
};
