import * as v from 'valibot';
import { fromBase64url, toBase64url, utf8 } from '../../../core/crypto/bytes.ts';
import { type PasskeyView, relyingParty } from './offered-passkeys.ts';

const clientData = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.string(),
    challenge: v.string(),
    origin: v.string(),
    crossOrigin: v.optional(v.boolean(), false),
    topOrigin: v.optional(v.undefined()),
  }),
);

/**
 * Returns the challenge of a sign-in (WebAuthn §13.4.3): its ID, which is random, belongs to this browser, and is used up
 * by the sign-in's grant. Nothing needs to be stored.
 */
export const challengeOf = ({ signIn }: Pick<PasskeyView, 'signIn'>): string => toBase64url(utf8(signIn.id));

/**
 * Checks the client data of a passkey's response (WebAuthn §7.1, WebAuthn §7.2). @param type what the browser did.
 * @returns the bytes, or undefined if they belong to another sign-in, origin, or operation, or come from a frame.
 */
export function readClientData(
  view: PasskeyView,
  type: 'webauthn.create' | 'webauthn.get',
  sent: string,
): Uint8Array<ArrayBuffer> | undefined {
  const bytes = fromBase64url(sent);
  const read = v.safeParse(clientData, bytes && new TextDecoder().decode(bytes));
  if (!read.success) return undefined;
  const { challenge, origin, crossOrigin } = read.output;
  const isOwn = origin === relyingParty(view.env).origin && !crossOrigin;
  return isOwn && read.output.type === type && challenge === challengeOf(view) ? bytes : undefined;
}
