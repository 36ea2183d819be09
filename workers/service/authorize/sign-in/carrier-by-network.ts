import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';

/**
 * The carriers of mobile networks by AS number (`request.cf.asn`). APNIC registers them as SKTELECOM-NET-AS and
 * LGTELECOM-AS-KR, and they contain almost only phones. The home networks of SK and LG have other numbers
 * (AS9318, AS3786). KT uses AS4766 for phones and homes, so it's excluded.
 */
const carriers = new Map<unknown, CarrierCode>([
  [9644, 'S'],
  [17853, 'L'],
]);

/**
 * Returns the carrier of a browser's network, only as a hint. The phone of the sign-in may be another one or an
 * MVNO's. The result is neither stored nor logged.
 */
export const carrierByNetwork = ({ cf }: Request): CarrierCode | undefined =>
  carriers.get((cf as { asn?: unknown } | undefined)?.asn);
