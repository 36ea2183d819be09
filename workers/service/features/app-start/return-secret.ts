import { equalSecrets, toBase64url } from '../../../core/crypto/bytes.ts';
import { deriveBytes } from '../../sign-in/carrier/derive-bytes.ts';
import type { SignIn } from '../../sign-in/stages/sign-in-cookie-value.ts';
import type { StartedRequest } from '../../sign-in/stages/sign-in-stage.ts';

/**
 * Derives the secret that a carrier's app sends back when it reopens the browser. Only the carrier receives this
 * secret. The inputs are the request's ID and the sign-in's key, which only the service can read. A repeated
 * request therefore has the same secret. @param id ID of the request.
 */
export const returnSecret = async (signIn: Pick<SignIn, 'identityKey'>, id: string): Promise<string> =>
  toBase64url((await deriveBytes(signIn, `way back of ${id}`)).slice(0, 16));

/**
 * Whether the app has returned the user to this browser. True if `received` is the request's secret, or if the app
 * has returned the user before.
 */
export const hasAppReturned = async (
  signIn: SignIn,
  { id, returned }: StartedRequest,
  received: string | undefined,
): Promise<boolean> =>
  returned === true ||
  (received !== undefined && (await equalSecrets(received, await returnSecret(signIn, id))));

/**
 * Whether an approval completes the sign-in in the browser that has the sign-in's cookie. A link can be forwarded
 * to another person's phone. An approval through a link therefore counts only after the app has returned to the
 * browser that the link was made for.
 */
export const isBoundToBrowser = ({ way }: Pick<StartedRequest, 'way'>, returned: boolean): boolean =>
  way === 'code' || returned;
