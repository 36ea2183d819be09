import { type IdTokenHint, readIdTokenHint } from '../../core/openid/id-token-hint.ts';
import { issuerAt } from './party-documents.ts';
import type { OpenIdEnv } from './party-settings.ts';
import type { RelyingParty } from './relying-parties.ts';
import { subjectOf } from './subject.ts';

/** Reads an id_token that comes back as `id_token_hint`; undefined where it is none of ours. */
export const readOwnHint = (env: OpenIdEnv, sent: string): Promise<IdTokenHint | undefined> =>
  readIdTokenHint(env.OPENID_KEY ?? [], sent, issuerAt(env.GATEWAY_ORIGIN));

/** Whether an id_token is of a person, at a relying party. */
export const isOf = async (
  env: OpenIdEnv,
  party: RelyingParty,
  plid: string,
  hint: IdTokenHint | undefined,
): Promise<boolean> => hint?.audience === party.id && hint.subject === (await subjectOf(env, party, plid));
