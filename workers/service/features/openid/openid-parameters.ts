import { utf8 } from '../../../../packages/plid/crypto/bytes.ts';
import {
  type OpenIdRequest,
  openIdParameterNames,
  readOpenIdRequest,
} from '../../../core/openid/openid-request.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { ParsedParameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';

interface SentItems extends Pick<ParsedParameters<(typeof openIdParameterNames)[number]>, 'values'> {
  readonly repeated: readonly string[];
}

/**
 * Validates the parameters that only OpenID Connect requests have. @param maxNonceLength the maximum length of the
 * nonce as JSON, in bytes. @throws {ProtocolError} `invalid_item`, `too_long`.
 */
export function checkOpenIdParameters(
  { values, repeated }: SentItems,
  maxNonceLength: number,
): Omit<OpenIdRequest, 'scope'> {
  const item = openIdParameterNames.find((name) => repeated.includes(name));
  if (item !== undefined) throw new ProtocolError(refusals.invalid_item, { item });
  const read = readOpenIdRequest(values);
  if (read.nonce !== undefined && utf8(JSON.stringify(read.nonce)).length - 2 > maxNonceLength)
    throw new ProtocolError(refusals.too_long, { item: 'nonce', value: String(maxNonceLength) });
  return read;
}
