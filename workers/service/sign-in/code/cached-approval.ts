import type { Identity } from '../../../core/protocol/user-record.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { accountOf } from '../../objects/accounts.ts';
import { decryptGrantIdentity } from '../../tokens/grant-identity.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { PhoneRequest } from '../stages/sign-in-stage.ts';
import { type Approval, currentOwner } from './resolve-account.ts';

/**
 * Returns an approval that was seen before the consent page. The carrier may have discarded the approval by now.
 * The user's account stores the approved identity, encrypted with a key that only this browser's cookie contains.
 * The number's current owner is read at the same time.
 * @returns Undefined if nothing is cached or the account can't be reached. The caller then asks the carrier.
 * @throws {ProtocolError} `unavailable` if the number's object can't be reached.
 */
export async function cachedApproval(
  context: SignInContext,
  plid: string,
  phone: PhoneRequest,
): Promise<Approval | undefined> {
  const reading = [readCachedIdentity(context, plid), currentOwner(context, phone)] as const;
  const [identity, owner] = await Promise.all(reading);
  return (
    identity && { identity: { ...identity, phoneNo: phone.phoneNo }, phone, approvingPhone: undefined, owner }
  );
}

async function readCachedIdentity(
  { env, now, signIn }: SignInContext,
  plid: string,
): Promise<Identity | undefined> {
  try {
    const sealed = await accountOf(env, plid).cachedIdentity(signIn.id, now);
    return sealed === undefined ? undefined : await decryptGrantIdentity(signIn.identityKey, sealed);
  } catch {
    return undefined;
  }
}

/**
 * Deletes the cached identity immediately. Call this if the user doesn't agree. Doesn't delay the response and
 * never throws.
 */
export async function deleteCachedApproval({ env, log, signIn }: SignInContext, plid: string): Promise<void> {
  await accountOf(env, plid)
    .deleteCachedIdentity(signIn.id)
    .catch((failure: unknown) =>
      log('warn', { operation: 'deleting a cached identity', cause: describeFailure(failure) }),
    );
}
