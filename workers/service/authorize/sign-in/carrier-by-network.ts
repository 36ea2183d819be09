import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';

/**
 * The carriers of networks, by the numbers of these (`request.cf.asn`), in which there are phones and hardly anything else: in APNIC's register SKTELECOM-NET-AS
 * and LGTELECOM-AS-KR. Homes of SK and LG are in others (AS9318, AS3786). KT has phones and homes in one, AS4766, which therefore says nothing.
 */
const carriers = new Map<unknown, CarrierCode>([
  [9644, 'S'],
  [17853, 'L'],
]);

/**
 * The carrier over whose network a browser asks: a hint and no more. The phone may be another than the one that is signed in with, or an MVNO's. It is neither stored
 * nor logged.
 */
export const carrierByNetwork = ({ cf }: Request): CarrierCode | undefined =>
  carriers.get((cf as { asn?: unknown } | undefined)?.asn);
