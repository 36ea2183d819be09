import { equalSecrets, sha256Base64url } from '../../core/crypto/bytes.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { accessTokenLifetime } from '../shared/service-lifetimes.ts';
import { authorizationCode } from '../shared/service-values.ts';

/** A code, and what its sender says of the request that it was issued for. */
export interface CodeClaim {
  code: string;
  /** Of the application that has proved who it is. */
  client_id: string;
  redirect_uri: string | undefined;
  code_verifier: string | undefined;
}

/**
 * The grant that a code names, once the code is known to belong to whoever sends it. Neither this nor a refusal
 * costs a call to storage or spends the code.
 *
 * A genuine code that has expired is opened for as long as a token made from it may live: its grant must be told that
 * the code was sent again (RFC 6749 §4.1.2), but it makes no token any more.
 * @param now in seconds since 1970.
 * @throws {ProtocolError} `invalid_code` where it is forged or expired for longer, `code_not_for_this_request`, and for
 *   its PKCE verifier (RFC 7636 §4.6) `missing_item`, `invalid_item` where no challenge asked for one, `wrong_verifier`.
 */
export async function openCode(keys: KeyRing, claim: CodeClaim, now: number) {
  const invalid = new ProtocolError('invalid_code', { value: claim.code });
  const live = await authorizationCode.open(keys, claim.code, now);
  const code = live ?? (await authorizationCode.open(keys, claim.code, now - accessTokenLifetime));
  if (code === undefined) throw invalid;
  const isExpired = live === undefined;
  await checkClaim(code, claim).catch((refusal) => {
    throw isExpired ? invalid : refusal;
  });
  return { ...code, isExpired };
}

type Code = NonNullable<Awaited<ReturnType<typeof authorizationCode.open>>>;

async function checkClaim(code: Code, { client_id, redirect_uri, code_verifier }: CodeClaim): Promise<void> {
  const otherAddress =
    redirect_uri !== undefined && (await sha256Base64url(redirect_uri)) !== code.redirect_uri_digest;
  if (code.client_id !== client_id || otherAddress) throw new ProtocolError('code_not_for_this_request');
  await checkVerifier(code.code_challenge, code_verifier);
}

async function checkVerifier(challenge: string | undefined, verifier: string | undefined): Promise<void> {
  const item = 'code_verifier';
  if (challenge === undefined && verifier === undefined) return;
  if (challenge === undefined) throw new ProtocolError('invalid_item', { item });
  if (verifier === undefined) throw new ProtocolError('missing_item', { item });
  if (!(await equalSecrets(await sha256Base64url(verifier), challenge)))
    throw new ProtocolError('wrong_verifier');
}
