import type { ShownPart } from '../../../../packages/plid/carrier/port.ts';
import type { Risk } from '../../../../packages/plid/protocol/login-facts.ts';
import type { PhoneRequest } from '../../shared/sign-in-stage.ts';

/** The permissions that an approval grants in addition to the sign-in itself. */
export interface ApprovalScope {
  /** Whether this browser may log in automatically from now on. */
  automaticLogin: boolean;
  /** Whether the sign-in may open the user's account page, `/account`. */
  account: boolean;
}

/**
 * Returns the permissions that an approval grants. It grants only what the request contained and what the phone
 * has shown. A form that is sent later can't add permissions. @param phone The request as it was sent. @param risk The risk decision. If it requires typed
 * digits, automatic login is granted only if the digits were typed. @param shownRequired Whether an approval
 * grants only the sign-in itself if its carrier doesn't report what its phones show (SHOWN_REQUIRED).
 */
export function approvalScope(
  { shown, automatic, entry }: Pick<PhoneRequest, 'shown' | 'automatic' | 'entry'>,
  risk: Risk,
  shownRequired: boolean,
): ApprovalScope {
  const isSafe = risk === 'nothing' || (risk === 'typed_digits' && entry === 'type');
  const wasShown = (part: ShownPart): boolean => shown?.includes(part) ?? !shownRequired;
  return { automaticLogin: isSafe && automatic && wasShown('automaticLogin'), account: wasShown('account') };
}
