import { equalSecrets, toBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import type { SignIn, StartedRequest } from '../../shared/sign-in-cookie-value.ts';
import { deriveBytes } from '../sign-in/derive-bytes.ts';

/** Parameter of the waiting page in which a carrier's app returns the secret. */
export const returnParameter = 'returned';

/**
 * Returns the secret that a carrier's app returns when it reopens the browser. Only the carrier receives it.
 * It's derived from the sign-in's key, which only the service can read, and from the request's ID, so that a
 * repeated request has the same secret.
 * @param id ID of the request.
 */
export const returnSecret = async (signIn: Pick<SignIn, 'identityKey'>, id: string): Promise<string> =>
  toBase64url((await deriveBytes(signIn, `way back of ${id}`)).slice(0, 16));

/** Whether the app has returned the user to this browser, now with the secret of this request, or before. */
export const hasReturnSecret = async (
  signIn: SignIn,
  { id, returned }: StartedRequest,
  received: string | undefined,
): Promise<boolean> =>
  returned === true ||
  (received !== undefined && (await equalSecrets(received, await returnSecret(signIn, id))));

/**
 * Whether an approval completes the sign-in in this browser, which has its cookie. A link can be forwarded to
 * another person's phone. It therefore counts only after the app has returned to the browser that the link was
 * made for.
 */
export const isBoundToBrowser = ({ way }: Pick<StartedRequest, 'way'>, returned: boolean): boolean =>
  way === 'code' || returned;
