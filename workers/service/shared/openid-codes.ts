import type { LoginFacts } from '../../../packages/plid/protocol/login-facts.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { openIdCode } from './openid-sealed-types.ts';

/** The content of the code of an OpenID request: its grant, which has the rest of the request. */
interface GrantOfCode {
  plid: string;
  /** The id of the sign-in. */
  grant: string;
  /** Opens the grant's identity; absent for an automatic login, which has none. */
  identityKey?: string;
}

/** The parts of an OpenID request that its grant keeps, for its code. */
export interface OpenIdGrant {
  scope: string;
  /** Base64url of the SHA-256 of the request's redirect_uri. */
  redirect: string;
  code_challenge?: string;
  nonce?: string;
  /** When and how the person was asked; of an automatic login the account says it. */
  facts?: LoginFacts;
}

/** The same of a request or of its sign-in, as its grant is asked for; nothing of any other. */
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

/** Issues a code (OpenID Connect Core 1.0 §3.1.2.5): the authorize worker's half. How long it works, its grant says. */
export const issueOpenIdCode = (keys: KeyRing, { grant, ...granted }: GrantOfCode): Promise<string> =>
  openIdCode.seal(keys, { ...granted, signIn: grant.slice(0, grant.lastIndexOf('-')) });

/** The refusal of a code that cannot be redeemed, or not any more, or by its sender (RFC 6749 §5.2). */
export const refusedCodeError = () => new ProtocolError(refusals.refused_code);

/**
 * Opens a code: the half of the worker of OpenID Connect. @param client_id of the application that presents it: another one's finds no grant.
 * @throws {ProtocolError} `refused_code` where it is forged, or one of another kind.
 */
export async function openOpenIdCode(keys: KeyRing, code: string, client_id: string): Promise<GrantOfCode> {
  // Whether it has expired, its grant says.
  const opened = await openIdCode.open(keys, code, 0);
  if (opened === undefined) throw refusedCodeError();
  const { signIn, ...granted } = opened;
  return { ...granted, grant: `${signIn}-${client_id}` };
}
