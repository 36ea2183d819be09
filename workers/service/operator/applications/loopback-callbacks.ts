import { isLoopback } from '../../../core/http/secure-address.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { FieldValues } from '../../registry/application-fields.ts';
import * as operatorRefusals from '../access/operator-refusals.ts';
import { loopbackAddresses } from './loopback-addresses.ts';

/**
 * Rejects new loopback addresses at a deployed service, because any program on a user's device can listen there
 * (RFC 8252 §8.3). Loopback addresses that are already registered stay. @param url the request's URL, with the
 * service's host. @throws {ProtocolError} `loopback_address`.
 */
export function refuseNewLoopback(
  url: URL,
  given: Partial<FieldValues>,
  current: Partial<FieldValues> = {},
): void {
  if (isLoopback(url)) return;
  const known = loopbackAddresses(current);
  const [added] = loopbackAddresses(given).filter((address) => !known.includes(address));
  if (added !== undefined) throw new ProtocolError(operatorRefusals.loopback_address, { value: added });
}
