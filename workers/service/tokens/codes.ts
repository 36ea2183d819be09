import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { LoginFacts } from '../../core/protocol/login-facts.ts';
import { checkVerifier } from '../../core/protocol/pkce.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { redirectUriDigest } from '../protocol/redirect-digest.ts';
import * as serviceRefusals from '../protocol/service-refusals.ts';
import { accessTokenLifetime, codeLifetime } from '../settings/service-lifetimes.ts';
import { authorizationCode } from '../settings/service-sealed-types.ts';

/** The content of a code: a grant, and the values of its authorization request. */
export interface CodeRequest {
  plid: string;
  grant: string;
  /** The key that decrypts the grant's identity. Missing for an automatic login, which has no identity. */
  identityKey?: string;
  /** The login facts. Present only if the application is registered for login facts. */
  facts?: LoginFacts;
  client_id: string;
  redirect_uri: string;
  code_challenge?: string | undefined;
}

/** A code from a token request, and the request's values that must match the code. */
export interface PresentedCode {
  code: string;
  /** The authenticated client. */
  client_id: string;
  redirect_uri: string | undefined;
  code_verifier: string | undefined;
}

/** Issues a code (§4.1). Called in the authorize worker. @param now in seconds since 1970. */
export async function issueCode(keys: KeyRing, request: CodeRequest, now: number): Promise<string> {
  const { redirect_uri, code_challenge, ...granted } = request;
  const value = {
    ...granted,
    redirect_uri_digest: await redirectUriDigest(redirect_uri),
    ...(code_challenge !== undefined && { code_challenge }),
  };
  return authorizationCode.seal(keys, value, now + codeLifetime);
}

/**
 * Number of characters that logs show from the end of a code. These characters identify the code without revealing
 * it.
 */
const shownCharacters = 6;

/** Returns the error for a code that can't be redeemed (§4.2). @param code the code as sent. */
export function invalidCodeError(code: string): ProtocolError {
  const characters = [...code];
  const end = characters.slice(-shownCharacters).join('');
  const value = characters.length > shownCharacters ? `…${end}` : code;
  return new ProtocolError(serviceRefusals.invalid_code, { value });
}

/**
 * Decrypts a code and checks that it belongs to its client (§4.2), in the token worker. This neither calls storage
 * nor redeems the code.
 *
 * A genuine code that has expired is still decrypted as long as a token made from it may be valid, and marked
 * `isExpired`: its grant must be notified of the second use (RFC 6749 §4.1.2), but no token is issued.
 * @param now in seconds since 1970.
 * @throws {ProtocolError} `invalid_code` if it is forged or expired for longer, `code_not_for_this_request`; for
 * its PKCE verifier (RFC 7636 §4.6) `missing_item`, `invalid_item` without a challenge, `wrong_verifier`.
 */
export async function openCode(keys: KeyRing, presented: PresentedCode, now: number) {
  const invalid = () => invalidCodeError(presented.code);
  const read = await authorizationCode.read(keys, presented.code);
  if (read === undefined) throw invalid();
  const { value: opened, expires = 0 } = read;
  if (expires <= now - accessTokenLifetime) throw invalid();
  const isExpired = expires <= now;
  await checkRequest(opened, presented).catch((refusal) => {
    throw isExpired ? invalid() : refusal;
  });
  return { ...opened, isExpired };
}

type OpenedCode = NonNullable<Awaited<ReturnType<typeof authorizationCode.open>>>;

async function checkRequest(opened: OpenedCode, presented: PresentedCode): Promise<void> {
  const { client_id, redirect_uri, code_verifier } = presented;
  const isOtherAddress =
    redirect_uri !== undefined && (await redirectUriDigest(redirect_uri)) !== opened.redirect_uri_digest;
  if (opened.client_id !== client_id || isOtherAddress)
    throw new ProtocolError(serviceRefusals.code_not_for_this_request);
  await checkPkce(opened.code_challenge, code_verifier);
}

async function checkPkce(challenge: string | undefined, verifier: string | undefined): Promise<void> {
  const item = 'code_verifier';
  if (challenge === undefined && verifier === undefined) return;
  if (challenge === undefined) throw new ProtocolError(refusals.invalid_item, { item });
  if (verifier === undefined) throw new ProtocolError(refusals.missing_item, { item });
  await checkVerifier(verifier, challenge);
}
