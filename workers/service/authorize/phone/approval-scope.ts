import type { ShownPart } from '../../../../packages/plid/carrier/port.ts';
import type { Risk } from '../../../../packages/plid/protocol/login-facts.ts';
import type { PhoneRequest } from '../../shared/sign-in-cookie-value.ts';

/** The things beyond this one sign-in that hang on a tap. */
export interface ApprovalScope {
  /** Whether this browser may log in automatically from now on. */
  automaticLogin: boolean;
  /** Whether the sign-in may open the person's own page, `/account`. */
  account: boolean;
}

/**
 * A tap gives what the person tapped for: nothing is given that their phone was not told of when it was asked, or that it has not shown,
 * whatever a form says later.
 * @param phone the request as it was asked; one that a worker of the release before has asked gives what that release promised.
 * @param risk the outcome of the risk decision: where digits should have been typed, only typed ones give automatic login.
 * @param tellRequired whether a carrier that does not say what its phones show is trusted with nothing (TELL_REQUIRED).
 */
export function approvalScope(
  { shown, automatic, entry }: Pick<PhoneRequest, 'shown' | 'automatic' | 'entry'>,
  risk: Risk,
  tellRequired: boolean,
): ApprovalScope {
  const isSafe = risk === 'nothing' || (risk === 'typed_digits' && entry === 'type');
  if (automatic === undefined) return { automaticLogin: isSafe, account: true };
  const tells = (part: ShownPart): boolean => shown?.includes(part) ?? !tellRequired;
  return { automaticLogin: isSafe && automatic && tells('automaticLogin'), account: tells('account') };
}
