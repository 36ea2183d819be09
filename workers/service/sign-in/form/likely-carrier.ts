import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { lastCarrier } from '../cookies/known-numbers-cookie.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';

/** The carriers with which the sign-in page begins. Both are only hints. */
export interface LikelyCarriers {
  /** The carrier of the browser's network. The form preselects it. */
  carrier: CarrierCode | undefined;
  /** The carrier of the browser's last sign-in or of its network. On a phone, the page offers its app first. */
  appCarrier: CarrierCode | undefined;
}

export async function likelyCarriers(context: AuthorizeContext): Promise<LikelyCarriers> {
  const carrier = carrierByNetwork(context.request);
  return { carrier, appCarrier: (await lastCarrier(context)) ?? carrier };
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
