import type { Context } from '../core/endpoint.ts';
import type { ProtocolError } from '../core/errors.ts';
import { UpstreamFailure } from './upstream.ts';

/**
 * Tells a failure to a program: beside §7's `error` and `message` stands the `reason`, which tells apart what §7 has one
 * word for (docs/gateway.md), and `service`, what the service said where it said no.
 */
export function failureAnswer(
  error: ProtocolError,
  { language }: Pick<Context<unknown>, 'language'>,
): Response {
  const service = error instanceof UpstreamFailure ? error.refusal : undefined;
  const { status, headers, reason } = error;
  return Response.json(
    { error: error.error, message: error.describe(language), reason, service },
    { status, headers },
  );
}
