import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import { lastCarrier } from '../cookies/known-numbers-cookie.ts';
import type { AuthorizeContext } from '../flow/authorize-settings.ts';
import { carrierByNetwork } from './carrier-by-network.ts';

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
