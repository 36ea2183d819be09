import { type CarrierCode, carrierCodes } from '../../../packages/plid/protocol/user-record.ts';

/** A request on a phone by its carrier's id, qualified with the carrier, because two carriers may use the same id. */
export interface NamedRequest {
  telcoCd: CarrierCode;
  /** Visible ASCII without spaces. */
  requestId: string;
}

export const requestName = ({ telcoCd, requestId }: NamedRequest): string => `${telcoCd} ${requestId}`;

/** @param name from {@link requestName}; the previous release stored only the carrier's id. */
export function readRequestName(name: string): Partial<NamedRequest> & Pick<NamedRequest, 'requestId'> {
  const telcoCd = carrierCodes.find((code) => name.startsWith(`${code} `));
  return telcoCd === undefined ? { requestId: name } : { telcoCd, requestId: name.slice(2) };
}
