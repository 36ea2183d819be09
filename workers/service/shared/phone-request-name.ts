import { type CarrierCode, carrierCodes } from '../../../packages/plid/protocol/user-record.ts';

/**
 * A request on a phone. It is identified by its carrier and the carrier's id for the request, because two carriers
 * may use the same id.
 */
export interface NamedRequest {
  telcoCd: CarrierCode;
  /** Visible ASCII without spaces. */
  requestId: string;
}

export const formatPhoneRequestName = ({ telcoCd, requestId }: NamedRequest): string =>
  `${telcoCd} ${requestId}`;

/**
 * Splits a request's name into its parts. @param name a name from {@link formatPhoneRequestName}, or only the carrier's id if
 * the previous release stored it.
 */
export function parsePhoneRequestName(name: string): Partial<NamedRequest> & Pick<NamedRequest, 'requestId'> {
  const telcoCd = carrierCodes.find((code) => name.startsWith(`${code} `));
  return telcoCd === undefined ? { requestId: name } : { telcoCd, requestId: name.slice(2) };
}
