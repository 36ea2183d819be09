import type { ShownPart } from '../../../core/carrier/port.ts';
import type { Risk } from '../../../core/protocol/login-facts.ts';
import { accountClientId } from '../../registry/account-client.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { PhoneRequest } from '../stages/sign-in-stage.ts';

/** The permissions that an approval grants in addition to the sign-in itself. */
export interface ApprovalScope {
  /** Whether this browser may log in automatically from now on. */
  automaticLogin: boolean;
  /** Whether the sign-in may open the user's account page, `/account`. */
  account: boolean;
}

/**
 * Returns the context of a sign-in that goes no further than its approval, which grants only what the request contained
 * and what the phone has shown. A form that is sent later can't add permissions. @param phone The request as it was sent.
 * @param risk The risk decision.
 * @returns Undefined if the sign-in opens the account page, and the phone hasn't shown that.
 */
export function limitToApproval(
  context: SignInContext,
  phone: PhoneRequest,
  risk: Risk,
): SignInContext | undefined {
  const scope = approvalScope(phone, risk, context.env.SHOWN_REQUIRED === 'Y');
  logUnconfirmedScope(context, phone, scope);
  if (context.signIn.client_id === accountClientId && !scope.account) return undefined;
  return scope.automaticLogin ? context : withoutAutomaticLogin(context);
}

/**
 * @param risk If it requires typed digits, automatic login is granted only if the digits were typed. If the phone didn't
 * ask for the number, any risk also closes the account page. @param
 * shownRequired Whether an approval grants only the sign-in itself if its carrier doesn't report what its phones show
 * (SHOWN_REQUIRED).
 */
export function approvalScope(
  { shown, automatic, entry }: Pick<PhoneRequest, 'shown' | 'automatic' | 'entry'>,
  risk: Risk,
  shownRequired: boolean,
): ApprovalScope {
  const isSafe = risk === 'nothing' || (risk === 'typed_digits' && entry === 'type');
  const isUnmatched = entry === 'none' && !isSafe;
  const wasShown = (part: ShownPart): boolean => shown?.includes(part) ?? !shownRequired;
  return {
    automaticLogin: isSafe && automatic && wasShown('automaticLogin'),
    account: !isUnmatched && wasShown('account'),
  };
}

/**
 * Removes automatic login from the sign-in. Automatic login is then neither offered, renewed, nor reported, as if
 * the application required a full login.
 */
function withoutAutomaticLogin(context: SignInContext): SignInContext {
  const { automaticLogin: _, ...signIn } = context.signIn;
  return { ...context, signIn };
}

/**
 * Logs the carrier if its phones don't report that they have shown automatic login or account access to the user.
 */
function logUnconfirmedScope(
  { log, signIn }: SignInContext,
  { telcoCd, automatic }: PhoneRequest,
  scope: ApprovalScope,
): void {
  const isAccount = signIn.client_id === accountClientId;
  const unconfirmed = [
    ...(automatic && !scope.automaticLogin ? ['automaticLogin'] : []),
    ...(isAccount && !scope.account ? ['account'] : []),
  ];
  if (unconfirmed.length > 0)
    log('warn', {
      operation: 'applying the scope of an approval',
      carrier: telcoCd,
      not_shown: unconfirmed.join(' '),
    });
}
