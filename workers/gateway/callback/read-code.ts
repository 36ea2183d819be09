import type { Parameters } from '../../core/http/parameters.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import { UpstreamFailure } from '../upstream/upstream-call.ts';

/**
 * The code that the service sent a person back with (§4.1).
 * @throws {ProtocolError} `access_denied`, `login_required`; `upstream_refused` where it sent another error; `missing_item`.
 */
export function readCode(parameters: Parameters): string {
  const error = parameters.optional('error');
  if (error === undefined) return parameters.required('code');
  if (error === 'access_denied' || error === 'login_required') throw new ProtocolError(refusals[error]);
  const message = parameters.optional('message') ?? parameters.optional('error_description') ?? '';
  throw new UpstreamFailure('upstream_refused', 'sent back with an error', {
    serviceRefusal: { status: 302, error, message },
  });
}
