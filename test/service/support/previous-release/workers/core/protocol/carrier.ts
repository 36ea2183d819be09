import type { CarrierCode, Identity } from './user-record.ts';

/** The question of the service to a carrier: "does this person own this number, and is it they who sign in?" */
export interface ConfirmationRequest {
  /** As the person wrote it. */
  name: string;
  /** 11 digits, no hyphen. */
  phoneNo: string;
  telcoCd: CarrierCode;
  /** The application's name, for the phone to show. */
  application: string;
  /** The two digits that the person must find on the phone. A single wrong choice there ends the request as denied. */
  match: string;
  /** When the request on the phone ends, in seconds since 1970. */
  expires: number;
}

/** `unconfirmed`: name and number do not belong together, or the carrier has neither; nothing was sent to any phone. */
export type Confirmation = { status: 'requested'; requestId: string } | { status: 'unconfirmed' };

export type Outcome =
  | { status: 'pending' | 'expired' }
  /** `wrongNumber` where the person chose another number than `match`, and did not simply deny. */
  | { status: 'denied'; wrongNumber?: boolean }
  | { status: 'approved'; identity: Identity };

/**
 * The port to the carriers, bound as the service binding CARRIER. An operator implements it against their
 * carriers as a WorkerEntrypoint; a failing carrier throws. Its counterpart, with which a carrier reports that a
 * number's owner has left, is the service's `/admin/subscribers` (docs/operating.md).
 */
export interface Carrier {
  confirm(request: ConfirmationRequest): Promise<Confirmation>;
  /**
   * An approval is asked for again after the consent page, so it must stay available for as long as a sign-in lasts (10
   * minutes), unless the number's owner leaves in between. A denial is asked for at the latest when the same phone is to be
   * asked again.
   */
  outcome(requestId: string): Promise<Outcome>;
}
