import type { ErrorPage } from '../../core/worker/endpoint.ts';
import { failureResponse } from '../errors/failure-answer.ts';

/** The error codes of RFC 8935 §2.4, by our reason. */
const errorCodes: Record<string, string> = {
  event_malformed: 'invalid_request',
  event_of_other_time: 'invalid_request',
  event_of_other_issuer: 'invalid_issuer',
  event_for_other_audience: 'invalid_audience',
  event_key_unknown: 'invalid_key',
  event_forged: 'authentication_failed',
};

/** A refused event as RFC 8935 §2.3 has it: `err` and `description`. All other failures are answered as everywhere. */
export const eventFailure: ErrorPage<unknown> = (error, { language }) => {
  const err = errorCodes[error.reason];
  if (err === undefined) return failureResponse(error, { language });
  const headers = { 'Content-Language': language };
  return Response.json({ err, description: error.describe(language) }, { status: 400, headers });
};
