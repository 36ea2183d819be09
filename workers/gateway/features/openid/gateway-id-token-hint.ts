import { type IdTokenHint, readIdTokenHint } from '../../../openid/id-token-hint.ts';
import { flowLifetime } from '../../settings/gateway-lifetimes.ts';
import { idTokenHintUser } from '../../settings/gateway-sealed-types.ts';
import type { RelyingParty } from '../../settings/relying-parties.ts';
import { issuerAt } from './discovery-documents.ts';
import { pairwiseSubject } from './pairwise-subject.ts';
import type { OpenIdEnv } from './party-settings.ts';

/** Verifies an id_token sent as `id_token_hint`. @returns undefined if the gateway didn't issue the id_token. */
export const verifyIssuedHint = (env: OpenIdEnv, sent: string): Promise<IdTokenHint | undefined> =>
  readIdTokenHint(env.OPENID_KEY ?? [], sent, issuerAt(env.GATEWAY_ORIGIN));

/**
 * Reads the `id_token_hint` of an authorization request, which is either an id_token or the replacement from
 * {@link withEncryptedHint}.
 */
export const readRequestedHint = async (
  env: OpenIdEnv,
  sent: string,
  now: number,
): Promise<IdTokenHint | undefined> =>
  (await idTokenHintUser.open(env.KEYS, sent, now)) ?? (await verifyIssuedHint(env, sent));

/** The value that replaces a hint that the gateway didn't issue. */
const unknownHint = 'unknown';

/**
 * Returns the query of an authorization request, with the id_token in `id_token_hint` replaced by the encrypted
 * user. The id_token must not stay, because redirects contain this query, and browser histories and logs store it.
 */
export async function withEncryptedHint(env: OpenIdEnv, query: string, now: number): Promise<string> {
  const pairs = query.split('&').map(async (pair) => {
    const sent = new URLSearchParams(`&${pair}`).get('id_token_hint');
    if (!sent) return pair;
    const hint = await readRequestedHint(env, sent, now);
    const sealed =
      hint === undefined ? unknownHint : await idTokenHintUser.seal(env.KEYS, hint, now + flowLifetime);
    return `id_token_hint=${sealed}`;
  });
  return (await Promise.all(pairs)).join('&');
}

/** Whether an id_token hint identifies the given user at the given relying party. */
export const hintMatchesUser = async (
  env: OpenIdEnv,
  party: RelyingParty,
  plid: string,
  hint: IdTokenHint | undefined,
): Promise<boolean> =>
  hint?.audience === party.id && hint.subject === (await pairwiseSubject(env, party, plid));
