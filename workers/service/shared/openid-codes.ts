import type { LoginFacts } from '../../../packages/plid/protocol/login-facts.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { openIdCode } from './openid-sealed-types.ts';

/** The content of an OpenID Connect code. Its grant stores the rest of the request. */
interface GrantOfCode {
  plid: string;
  /** The id of the sign-in. */
  grant: string;
  /** Decrypts the grant's identity; missing for an automatic login, which has none. */
  identityKey?: string;
}

/** The parts of an OpenID Connect request that its grant stores for its code. */
export interface OpenIdGrant {
  scope: string;
  /** Base64url of the SHA-256 of the request's redirect_uri. */
  redirect: string;
  code_challenge?: string;
  nonce?: string;
  /** Login facts; for an automatic login they come from the account. */
  facts?: LoginFacts;
}

/** The OpenID Connect part of a request or sign-in for its grant; undefined for other requests. */
export const openIdGrant = (
  { scope, code_challenge, nonce }: Partial<Pick<OpenIdGrant, 'scope' | 'code_challenge' | 'nonce'>>,
  redirect: string,
  facts?: LoginFacts,
): { openid?: OpenIdGrant } =>
  scope === undefined
    ? {}
    : {
        openid: {
          ...{ scope, redirect },
          ...(code_challenge && { code_challenge }),
          ...(nonce && { nonce }),
          ...(facts && { facts }),
        },
      };

/**
 * Issues a code (OpenID Connect Core 1.0 §3.1.2.5), in the authorize worker. Its grant decides how long it is
 * valid.
 */
export const issueOpenIdCode = (keys: KeyRing, { grant, ...granted }: GrantOfCode): Promise<string> =>
  openIdCode.seal(keys, { ...granted, signIn: grant.slice(0, grant.lastIndexOf('-')) });

/** The error for a code that can't be redeemed, or not by this client (RFC 6749 §5.2). */
export const refusedCodeError = () => new ProtocolError(refusals.refused_code);

/**
 * Decrypts a code, in the OpenID Connect worker. @param client_id of the client that presents it: another client's
 * code finds no grant.
 * @throws {ProtocolError} `refused_code` for a forged code or one of another type.
 */
export async function openOpenIdCode(keys: KeyRing, code: string, client_id: string): Promise<GrantOfCode> {
  // Its grant decides whether it has expired.
  const opened = await openIdCode.open(keys, code, 0);
  if (opened === undefined) throw refusedCodeError();
  const { signIn, ...granted } = opened;
  return { ...granted, grant: `${signIn}-${client_id}` };
}
