import type { ErrorPage } from '../../../core/worker/endpoint.ts';
import { failureResponse } from '../../errors/failure-response.ts';

/** The error codes of RFC 8935 §2.4, by `reason`. */
const errorCodes: Record<string, string> = {
  event_malformed: 'invalid_request',
  event_of_other_time: 'invalid_request',
  event_of_other_issuer: 'invalid_issuer',
  event_for_other_audience: 'invalid_audience',
  event_key_unknown: 'invalid_key',
  event_forged: 'authentication_failed',
};

/**
 * Returns the error response for a rejected event, with the fields `err` and `description` (RFC 8935 §2.3). All
 * other failures use the common format.
 */
export const securityEventError: ErrorPage<unknown> = (error, { language }) => {
  const err = errorCodes[error.reason];
  if (err === undefined) return failureResponse(error, { language });
  const headers = { 'Content-Language': language };
  return Response.json({ err, description: error.describe(language) }, { status: 400, headers });
};
