import { describeFailure } from '../../../core/worker/log.ts';
import { accountOf } from '../../shared/accounts.ts';
import { openIdentity } from '../../shared/grant-identity.ts';
import type { PhoneRequest } from '../../shared/sign-in-values.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import type { Approval } from './approved-owner.ts';

/**
 * An approval that was seen before the consent page: the person's account holds its identity, under a key that this browser's cookie alone has. The
 * carrier may have forgotten it by now.
 * @returns undefined where the account has none, or can't be asked: then the carrier is.
 */
export async function heldApproval(
  { env, signIn }: SignInContext,
  plid: string,
  phone: PhoneRequest,
): Promise<Approval | undefined> {
  try {
    const held = await accountOf(env, plid).held(signIn.id);
    if (held === undefined) return undefined;
    const identity = { ...(await openIdentity(signIn.identityKey, held)), phoneNo: phone.phoneNo };
    return { identity, phone, approving: undefined };
  } catch {
    return undefined;
  }
}

/** The person does not agree: their account forgets at once what it has held. Done beside the answer: it never throws. */
export async function forgetHeld({ env, log, signIn }: SignInContext, plid: string): Promise<void> {
  await accountOf(env, plid)
    .letGo(signIn.id)
    .catch((failure: unknown) =>
      log('warn', { doing: 'forgetting a held identity', cause: describeFailure(failure) }),
    );
}
