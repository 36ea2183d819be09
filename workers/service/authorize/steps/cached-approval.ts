import type { Identity } from '../../../../packages/plid/protocol/user-record.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { accountOf } from '../../shared/accounts.ts';
import { openIdentity } from '../../shared/grant-identity.ts';
import type { PhoneRequest } from '../../shared/sign-in-cookie-value.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { type Approval, presentOwner } from './resolve-account.ts';

/**
 * An approval that was seen before the consent page: the person's account holds its identity, under a key that this browser's cookie alone has. The
 * carrier may have forgotten it by now. The number says at once whose it is.
 * @returns undefined where the account has none, or can't be asked: then the carrier is. @throws {ProtocolError} `unavailable`, of the number.
 */
export async function cachedApproval(
  context: SignInContext,
  plid: string,
  phone: PhoneRequest,
): Promise<Approval | undefined> {
  const asking = [heldIdentity(context, plid), presentOwner(context, phone)] as const;
  const [held, owner] = await Promise.all(asking);
  return held && { identity: { ...held, phoneNo: phone.phoneNo }, phone, approving: undefined, owner };
}

async function heldIdentity({ env, signIn }: SignInContext, plid: string): Promise<Identity | undefined> {
  try {
    const held = await accountOf(env, plid).held(signIn.id);
    return held === undefined ? undefined : await openIdentity(signIn.identityKey, held);
  } catch {
    return undefined;
  }
}

/** The person does not agree: their account forgets at once what it has held. Done beside the answer: it never throws. */
export async function forgetCachedApproval({ env, log, signIn }: SignInContext, plid: string): Promise<void> {
  await accountOf(env, plid)
    .letGo(signIn.id)
    .catch((failure: unknown) =>
      log('warn', { operation: 'forgetting a held identity', cause: describeFailure(failure) }),
    );
}
