import { isPhone } from '../../../core/http/device.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { lastCarrier } from '../cookies/known-numbers-cookie.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';

/**
 * Returns the carrier that the sign-in page preselects: that of a phone's last sign-in, or of the browser's network. Other
 * devices have several users more often. It is only a hint.
 */
export async function likelyCarrier(context: AuthorizeContext): Promise<CarrierCode | undefined> {
  const { request } = context;
  return (isPhone(request.headers) ? await lastCarrier(context) : undefined) ?? carrierByNetwork(request);
}

/**
 * The carriers of mobile networks, by AS number (`request.cf.asn`). APNIC registers the networks as
 * SKTELECOM-NET-AS and LGTELECOM-AS-KR, and almost all of their devices are phones. The home networks of SK and LG
 * have other numbers (AS9318, AS3786). KT is excluded, because it uses AS4766 for both phones and homes.
 */
const carriers = new Map<unknown, CarrierCode>([
  [9644, 'S'],
  [17853, 'L'],
]);

/**
 * Returns the carrier of a browser's network. It's only a hint, because the user may sign in with another phone,
 * or with the phone of an MVNO's customer. The result is neither stored nor logged.
 */
const carrierByNetwork = ({ cf }: Request): CarrierCode | undefined =>
  carriers.get((cf as { asn?: unknown } | undefined)?.asn);
