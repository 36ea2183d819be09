import type { LoginFacts } from '../../../packages/plid/protocol/login-facts.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { checkVerifier } from '../../core/protocol/pkce.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { digestOf } from './redirect-digest.ts';
import { accessTokenLifetime, codeLifetime } from './service-lifetimes.ts';
import * as serviceRefusals from './service-refusals.ts';
import { authorizationCode } from './service-sealed-types.ts';

/** The content of a code: a grant, and the request that it answers. */
interface CodeRequest {
  plid: string;
  grant: string;
  /** Opens the grant's identity; absent for an automatic login, which has none. */
  identityKey?: string;
  /** For an application that is registered to hear them. */
  facts?: LoginFacts;
  client_id: string;
  redirect_uri: string;
  code_challenge?: string | undefined;
}

/** A code, and what its sender says of the request that it was issued for. */
export interface PresentedCode {
  code: string;
  /** Of the application, which has proved who it is with its secret. */
  client_id: string;
  redirect_uri: string | undefined;
  code_verifier: string | undefined;
}

/** Issues a code (§4.1): the authorize worker's half. @param now in seconds since 1970. */
export async function issueCode(keys: KeyRing, request: CodeRequest, now: number): Promise<string> {
  const { redirect_uri, code_challenge, ...granted } = request;
  const value = {
    ...granted,
    redirect_uri_digest: await digestOf(redirect_uri),
    ...(code_challenge !== undefined && { code_challenge }),
  };
  return authorizationCode.seal(keys, value, now + codeLifetime);
}

/** The name of a code in logs, its last characters: enough to find it in a log of one's own, and not the code itself. */
const shownCharacters = 6;

/** The refusal of a code that cannot be redeemed, or not any more (§4.2). @param code as it was sent. */
export function invalidCodeError(code: string): ProtocolError {
  const characters = [...code];
  const end = characters.slice(-shownCharacters).join('');
  const value = characters.length > shownCharacters ? `…${end}` : code;
  return new ProtocolError(serviceRefusals.invalid_code, { value });
}

/**
 * Opens a code and checks that it belongs to its sender (§4.2): the token worker's half. Neither this nor a refusal calls
 * storage or redeems the code.
 *
 * A genuine code that has expired still opens for as long as a token made from it may live, marked `isExpired`: its grant
 * must learn that the code was sent again (RFC 6749 §4.1.2), but no token is made from it.
 * @param now in seconds since 1970.
 * @throws {ProtocolError} `invalid_code` where it is forged or expired for longer, `code_not_for_this_request`, and for
 *   its PKCE verifier (RFC 7636 §4.6) `missing_item`, `invalid_item` where no challenge asked for one, `wrong_verifier`.
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
    redirect_uri !== undefined && (await digestOf(redirect_uri)) !== opened.redirect_uri_digest;
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
