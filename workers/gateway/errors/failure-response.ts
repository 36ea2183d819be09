import type { Language } from '../../core/http/language.ts';
import type { ProtocolError } from '../../core/protocol/errors.ts';
import type { ErrorPage } from '../../core/worker/endpoint.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';
import { UpstreamFailure } from '../upstream/upstream-failure.ts';

/**
 * Returns a failure as JSON, with `error` and `message` (§7) and a more precise `reason` (docs/reference/errors.md). If the
 * service refused the gateway's call, the field `service` contains the service's response. @param more further fields.
 */
export const failureResponse = (
  error: ProtocolError,
  { language }: { language: Language },
  more: object = {},
): Response => respond(error, { ...bodyOf(error, language), ...more });

/**
 * Error response of the token proxy. It keeps the service's status, `error`, and `message`. It adds
 * `error_description`, because OAuth clients may read only that (RFC 6749 §5.2).
 */
export const tokenFailure: ErrorPage<unknown> = (error, { language }) => {
  const { status, body } = proxied(error, language);
  return respond({ status, headers: error.headers }, { ...body, error_description: body.message });
};

/**
 * Error response of the user proxy. A 401 needs a challenge (RFC 6750 §3) because the service's headers aren't
 * forwarded.
 */
export const userFailure: ErrorPage<unknown> = async (error, context) => {
  const answer = await tokenFailure(error, context);
  if (answer?.status === 401) answer.headers.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  return answer;
};

interface Body {
  error: string;
  message: string;
  reason: string;
  service?: object | undefined;
  error_description?: string;
}

function bodyOf(error: ProtocolError, language: Language): Body {
  const service = error instanceof UpstreamFailure ? error.serviceRefusal : undefined;
  return { error: error.error, message: error.describe(language), reason: error.reason, service };
}

/**
 * Returns the status and body of a proxy's error response. If the service refused, the service's `error`, message,
 * and status replace the gateway's values. If the service sent the error with status 200, the gateway's status is
 * used.
 */
function proxied(error: ProtocolError, language: Language): { status: number; body: Body } {
  const refusal = error instanceof UpstreamFailure ? error.serviceRefusal : undefined;
  if (refusal === undefined || error.refusal !== gatewayRefusals.upstream_refused) {
    return { status: error.status, body: bodyOf(error, language) };
  }
  const { status, error: word, message } = refusal;
  return {
    status: status >= 400 ? status : error.status,
    body: { error: word || error.error, message, reason: error.reason },
  };
}

const respond = ({ status, headers }: { status: number; headers: Record<string, string> }, body: Body) =>
  Response.json(body, { status, headers });
