import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import type { LoginFacts } from '../../core/protocol/login-facts.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { openIdCode } from './openid-sealed-types.ts';

/** The content of an OpenID Connect code. The code's grant stores the request's other values. */
interface GrantOfCode {
  plid: string;
  /** The id of the sign-in. */
  grant: string;
  /** The key that decrypts the grant's identity. Missing for an automatic login, which has no identity. */
  identityKey?: string;
}

/** The parts of an OpenID Connect request that the grant stores for its code. */
export interface OpenIdGrant {
  scope: string;
  /** Base64url-encoded SHA-256 of the request's redirect_uri. */
  redirect: string;
  code_challenge?: string;
  nonce?: string;
  /** Login facts. For an automatic login, they come from the account. */
  facts?: LoginFacts;
}

/**
 * Returns the OpenID Connect values of a request or sign-in that its grant stores. The result is empty for other
 * requests.
 */
export const openIdGrant = (
  { scope, code_challenge, nonce }: Partial<Pick<OpenIdGrant, 'scope' | 'code_challenge' | 'nonce'>>,
  redirect: string,
  facts?: LoginFacts,
): { openid?: OpenIdGrant } =>
  scope === undefined
    ? {}
    : {
        openid: {
          scope,
          redirect,
          ...(code_challenge && { code_challenge }),
          ...(nonce && { nonce }),
          ...(facts && { facts }),
        },
      };

/**
 * Issues a code (OpenID Connect Core 1.0 §3.1.2.5). Called in the authorize worker. The code's grant decides how
 * long the code is valid.
 */
export const issueOpenIdCode = (keys: KeyRing, { grant, ...granted }: GrantOfCode): Promise<string> =>
  openIdCode.seal(keys, { ...granted, signIn: grant.slice(0, grant.lastIndexOf('-')) });

/** Returns the error for a code that can't be redeemed, or can't be redeemed by this client (RFC 6749 §5.2). */
export const refusedCodeError = () => new ProtocolError(refusals.refused_code);

/**
 * Decrypts a code. Called in the OpenID Connect worker. @param client_id the id of the client that presents the
 * code. If the code belongs to another client, no grant is found. @throws {ProtocolError} `refused_code` if the
 * code is forged or of another type.
 */
export async function decryptOpenIdCode(
  keys: KeyRing,
  code: string,
  client_id: string,
): Promise<GrantOfCode> {
  // The code's grant decides whether the code has expired.
  const opened = await openIdCode.open(keys, code, 0);
  if (opened === undefined) throw refusedCodeError();
  const { signIn, ...granted } = opened;
  return { ...granted, grant: `${signIn}-${client_id}` };
}
