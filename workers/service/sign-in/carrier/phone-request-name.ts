import { type CarrierCode, carrierCodes } from '../../../core/protocol/user-record.ts';

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

/** Splits a request's name into its parts. @param name a name from {@link formatPhoneRequestName}. */
export function parsePhoneRequestName(name: string): NamedRequest {
  const telcoCd = carrierCodes.find((code) => name.startsWith(`${code} `));
  if (telcoCd === undefined) throw new Error('The name of a request must begin with its carrier');
  return { telcoCd, requestId: name.slice(2) };
}
