import type { ProtocolError } from '../../../core/protocol/errors.ts';
import { readerOf } from '../../protocol/request-reader.ts';
import { invalidItem, refuseRepeated, type SentRequest } from '../../protocol/sent-request.ts';
import type { Application } from '../../registry/applications.ts';
import type { RequestFormats } from '../flow/request-format.ts';

/**
 * Returns the error for a request passed by reference (OpenID Connect Core 1.0 §6.2), which the service doesn't
 * fetch. @throws {ProtocolError} `invalid_item` if `redirect_uri` or a parameter that decides the format is repeated.
 */
export function requestByReferenceError(
  formats: RequestFormats,
  application: Application,
  sent: SentRequest,
): ProtocolError {
  refuseRepeated(sent, ['redirect_uri']);
  const error = invalidItem('request_uri');
  return readerOf(formats, application, sent)?.returned?.(application, sent, error) ?? error;
}
