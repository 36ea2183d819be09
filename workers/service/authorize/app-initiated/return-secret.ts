import { equalSecrets, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import type { SignIn, StartedRequest } from '../../shared/sign-in-cookie-value.ts';
import { deriveBytes } from '../sign-in/derive-bytes.ts';

/** The parameter of the waiting page that a carrier's app brings. */
export const returnParameter = 'returned';

/**
 * The secret that a carrier's app brings back with the person. Nobody but the carrier is told it: it is made from the sign-in's key, which
 * only the service reads, and from the question, so that the same question sent again has the same one.
 * @param id of the question.
 */
export const returnSecret = async (signIn: Pick<SignIn, 'identityKey'>, id: string): Promise<string> =>
  toBase64url((await deriveBytes(signIn, `way back of ${id}`)).slice(0, 16));

/** Whether the app has led this browser back: now, with the secret of this request, or before. */
export const hasReturnSecret = async (
  signIn: SignIn,
  { id, returned }: StartedRequest,
  brought: string | undefined,
): Promise<boolean> =>
  returned === true ||
  (brought !== undefined && (await equalSecrets(brought, await returnSecret(signIn, id))));

/**
 * Whether an approval completes the sign-in in this browser, which holds its cookie. A link can be sent on to somebody else's phone: it ties
 * nothing before the app has led back to the browser that it was made for.
 */
export const isTied = ({ way }: Pick<StartedRequest, 'way'>, returned: boolean): boolean =>
  way === 'code' || returned;
