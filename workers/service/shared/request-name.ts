import { type CarrierCode, carrierCodes } from '../../../packages/plid/protocol/user-record.ts';

/** A request on a phone, as its carrier and the service name it: two carriers may give the same id. */
export interface NamedRequest {
  telcoCd: CarrierCode;
  /** Visible ASCII: it holds no space. */
  requestId: string;
}

export const requestName = ({ telcoCd, requestId }: NamedRequest): string => `${telcoCd} ${requestId}`;

/** @param name from {@link requestName}; the release before kept the carrier's id alone. */
export function readRequestName(name: string): Partial<NamedRequest> & Pick<NamedRequest, 'requestId'> {
  const telcoCd = carrierCodes.find((code) => name.startsWith(`${code} `));
  return telcoCd === undefined ? { requestId: name } : { telcoCd, requestId: name.slice(2) };
}
