import { isLoopback } from '../../../packages/plid/http/secure-address.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { StoredFields } from '../shared/application-fields.ts';
import { loopbackAddresses } from '../shared/loopback-addresses.ts';
import * as operatorRefusals from '../shared/operator-refusals.ts';

/**
 * Refuses addresses of this machine at a service that isn't on it: any program of a user's device can listen there (RFC 8252 §8.3). Addresses
 * that are registered already stay.
 * @param url of the request, which names the host of the service. @throws {ProtocolError} `loopback_address`.
 */
export function refuseNewLoopback(
  url: URL,
  given: Partial<StoredFields>,
  current: Partial<StoredFields> = {},
): void {
  if (isLoopback(url)) return;
  const known = loopbackAddresses(current);
  const [added] = loopbackAddresses(given).filter((address) => !known.includes(address));
  if (added !== undefined) throw new ProtocolError(operatorRefusals.loopback_address, { value: added });
}
