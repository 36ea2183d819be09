import { readClientCredentials } from '../../../core/protocol/credentials.ts';
import { readFormParameters } from '../../../core/protocol/parameters.ts';
import { callObject, callWorker } from '../../../core/storage/call-with-timeout.ts';
import { automaticLoginAcr, phoneAcr } from '../../../openid/acr.ts';
import { readTokenRequest } from '../../../openid/token-request.ts';
import { accountOf } from '../../objects/accounts.ts';
import { redirectUriDigest } from '../../protocol/redirect-digest.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { authenticateApplication } from '../../registry/application-secrets.ts';
import { isReviewPlid } from '../../settings/review-plid.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { accessTokenLifetime } from '../../settings/service-lifetimes.ts';
import { decryptOpenIdCode, refusedCodeError } from '../../tokens/openid-codes.ts';
import { openIdToken } from '../../tokens/openid-sealed-types.ts';
import type { OpenIdMethods, OpenIdRedemption } from './openid-redemption.ts';
import type { OpenIdContext } from './openid-settings.ts';
import { signInClaims } from './sign-in-claims.ts';

/**
 * Exchanges the code of an OpenID Connect request for an access token and an id_token
 * (OpenID Connect Core 1.0 §3.1.3). Any problem with the code results in a 400 `invalid_grant`. Only a redemption uses up the code.
 */
export async function exchangeCode(context: OpenIdContext): Promise<Response> {
  const { request, env, now } = context;
  const parameters = await readFormParameters(request);
  const credentials = readClientCredentials(request, parameters);
  const { application, secret } = await authenticateApplication(context, credentials);
  const { client_id, openid: algorithm } = application;
  context.note({ client_id });
  const { code, redirect_uri, ...verified } = await readTokenRequest(parameters);
  const presented = { redirect: await redirectUriDigest(redirect_uri), ...verified };
  if (!algorithm) throw refusedCodeError();
  const { plid, grant, identityKey } = await decryptOpenIdCode(env.KEYS, code, client_id);
  context.nameSignIn(signInName(grant));
  const redeeming = accountOf<OpenIdMethods>(env, plid).redeemOpenId(grant, client_id, presented, now);
  const outcome = await callObject<OpenIdRedemption>('redeeming a code', redeeming);
  if (outcome === 'replayed') serviceEvents.record(context, 'code_replayed', { client_id, plid });
  if (typeof outcome === 'string') throw refusedCodeError();
  serviceEvents.record(context, 'code_redeemed', { client_id, plid });

  const { scope, nonce, facts = {} } = outcome.openid;
  const login = { plid, grant, ...(identityKey && { identityKey }), client_id, scope };
  const token = { ...login, secret: secret.id };
  const access_token = await openIdToken.seal(env.KEYS, token, now + accessTokenLifetime);
  const claims = application.id_token_claims ? await signInClaims(application, login, outcome, now) : {};
  const idToken = {
    issuer: env.BASE_URL,
    audience: client_id,
    subject: plid,
    accessToken: access_token,
    claims,
    acr: acrOf(plid, identityKey),
    ...(facts.auth_time !== undefined && { authTime: facts.auth_time }),
    ...(facts.amr && { amr: facts.amr }),
    ...(nonce !== undefined && { nonce }),
  };
  const id_token = await callWorker('signing an id_token', env.SIGNER.signIdToken(algorithm, idToken, now));
  const more = application.login_facts ? facts : {};
  const answer = {
    access_token,
    token_type: 'Bearer',
    expires_in: accessTokenLifetime,
    id_token,
    scope,
    ...more,
  };
  return Response.json(answer);
}

/** Returns how the user was authenticated. Neither an automatic login nor a store reviewer's sign-in asks a phone. */
const acrOf = (plid: string, identityKey: string | undefined): string =>
  identityKey === undefined || isReviewPlid(plid) ? automaticLoginAcr : phoneAcr;
