import { fromBase64url, toBase64url } from '../../../core/crypto/bytes.ts';
import { plidFormat } from '../../objects/accounts.ts';
import { maxIdLength, readAuthenticatorData } from './authenticator-data.ts';
import type { PasskeyContext } from './offered-passkeys.ts';
import type { PasskeyUse } from './passkey-calls.ts';
import { readClientData } from './read-client-data.ts';
import { readSignature } from './read-signature.ts';

/** A passkey's signature in the form of the account, and the user whom the passkey names. */
export interface Assertion extends Pick<PasskeyUse, 'passkey' | 'counter' | 'signed' | 'signature'> {
  plid: string;
}

/**
 * Reads the response of a passkey (WebAuthn §7.2). Its user handle names the account, whose own keys then decide.
 * @returns undefined if anything except the signature is wrong. @throws {ProtocolError} `missing_item`, `invalid_item`.
 */
export async function readAssertion(context: PasskeyContext): Promise<Assertion | undefined> {
  const { parameters } = context;
  const clientData = readClientData(context, 'webauthn.get', parameters.required('client_data'));
  const data = await readAuthenticatorData(context, parameters.required('authenticator_data'));
  const signature = readSignature(fromBase64url(parameters.required('signature')) ?? new Uint8Array());
  const plid = new TextDecoder().decode(fromBase64url(parameters.optional('user') ?? '') ?? new Uint8Array());
  const id = fromBase64url(parameters.required('passkey'));
  if (clientData === undefined || data === undefined || signature === undefined) return undefined;
  if (!plidFormat.test(plid) || id === undefined || id.length > maxIdLength) return undefined;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', clientData));
  const signed = Uint8Array.of(...data.bytes, ...hash);
  return { plid, passkey: toBase64url(id), counter: data.counter, signed, signature };
}
