import { equalInConstantTime, sha256, toHex, utf8 } from '../../../core/crypto/bytes.ts';
import {
  badCredentialsError,
  type PresentedCredentials,
  readClientCredentials,
} from '../../../core/protocol/credentials.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readFormParameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { signIdToken } from '../../../openid/id-token.ts';
import { readTokenRequest } from '../../../openid/token-request.ts';
import { userOf } from '../../objects/gateway-objects.ts';
import type { OpenIdRedemption, PresentedTokenRequest } from '../../objects/user-tables.ts';
import { gatewayEvents } from '../../settings/gateway-events.ts';
import { openIdTokenLifetime } from '../../settings/gateway-lifetimes.ts';
import { openIdCode, openIdToken } from '../../settings/gateway-sealed-types.ts';
import type { RelyingParty } from '../../settings/relying-parties.ts';
import { issuerAt } from './discovery-documents.ts';
import { pairwiseSubject } from './pairwise-subject.ts';
import type { OpenIdContext } from './party-settings.ts';
import { releasedClaims } from './released-claims.ts';
import { acrOf, authenticatedAt } from './session-requirements.ts';

/**
 * Exchanges a code for an access token and an id_token (OpenID Connect Core 1.0 §3.1.3). Any problem with the code
 * results in a 400 `invalid_grant`. A code is used up only if it is redeemed.
 */
export async function issueTokens(context: OpenIdContext): Promise<Response> {
  const { request, env, now } = context;
  const parameters = await readFormParameters(request);
  const credentials = readClientCredentials(request, parameters);
  const party = await authenticateParty(env.OPENID_CLIENTS, credentials);
  const client_id = party.id;
  context.note({ client_id });
  const { code, ...presented } = await readTokenRequest(parameters);
  // A code that was issued before the relying party required PKCE has no challenge.
  if (party.pkce === 'required' && presented.code_challenge === undefined)
    throw new ProtocolError(refusals.refused_code);
  const opened = await openIdCode.open(env.KEYS, code, now);
  if (opened === undefined) throw new ProtocolError(refusals.refused_code);
  const { plid, id } = opened;
  const redeeming = redeem(context, party, opened, presented);
  const redemption = await callObject<OpenIdRedemption>('redeeming a code', redeeming);
  if (redemption === 'replayed') gatewayEvents.record(context, 'code_replayed', { client_id, plid });
  if (typeof redemption === 'string') throw new ProtocolError(refusals.refused_code);
  gatewayEvents.record(context, 'openid_login', { client_id, plid });

  const access_token = await openIdToken.seal(env.KEYS, { plid, id }, now + openIdTokenLifetime);
  const { sub, ...claims } = await releasedClaims(context, party, plid, redemption);
  const { login, session, sid } = redemption;
  const authTime = authenticatedAt(session);
  const content = {
    issuer: issuerAt(env.GATEWAY_ORIGIN),
    audience: client_id,
    subject: sub,
    accessToken: access_token,
    claims: party.id_token_claims ? claims : {},
    acr: acrOf(session),
    ...(authTime !== undefined && { authTime }),
    ...(session.login?.amr && { amr: session.login.amr }),
    ...(login.nonce !== undefined && { nonce: login.nonce }),
    ...(sid !== undefined && { sid }),
  };
  const id_token = await signIdToken(env.OPENID_KEY ?? [], party.alg, content, now);
  return Response.json({
    access_token,
    token_type: 'Bearer',
    expires_in: openIdTokenLifetime,
    id_token,
    scope: login.scope,
  });
}

/** Redeems a code. If the relying party receives logout_tokens, records its session with the gateway's session. */
async function redeem(
  { env, now }: OpenIdContext,
  party: RelyingParty,
  { plid, id }: { plid: string; id: string },
  presented: Omit<PresentedTokenRequest, 'client_id'>,
): Promise<OpenIdRedemption> {
  const isNotified = party.backchannel_logout_uri !== undefined;
  const claims = isNotified && {
    issuer: issuerAt(env.GATEWAY_ORIGIN),
    subject: await pairwiseSubject(env, party, plid),
  };
  const request = { client_id: party.id, ...presented };
  return userOf(env, plid).redeemOpenId(id, request, now, claims || undefined);
}

const noDigest = '0'.repeat(64);

/**
 * Authenticates a relying party. The check takes the same time for an unknown client and an incorrect secret.
 * @throws {ProtocolError} `bad_credentials` (401), or `bad_client_fields` (400).
 */
async function authenticateParty(
  parties: readonly RelyingParty[],
  { client_id, client_secret, sentIn }: PresentedCredentials,
): Promise<RelyingParty> {
  const party = parties.find(({ id }) => id === client_id);
  const presented = utf8(toHex(await sha256(client_secret)));
  const digests = party?.secrets ?? [noDigest];
  const matches = digests.filter((digest) => equalInConstantTime(presented, utf8(digest)));
  if (party === undefined || matches.length === 0) throw badCredentialsError(sentIn);
  return party;
}
