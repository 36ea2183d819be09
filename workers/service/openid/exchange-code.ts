import { nobodyAsked, phoneAsked } from '../../core/openid/discovery.ts';
import { readClientCredentials } from '../../core/protocol/credentials.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { type Parameters, readParameters } from '../../core/protocol/parameters.ts';
import { challengeOf } from '../../core/protocol/pkce.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { callObject, callWorker } from '../../core/storage/outages.ts';
import type { OpenIdRedemption } from '../objects/account-tables.ts';
import { accountOf } from '../shared/accounts.ts';
import { authenticateApplication } from '../shared/application-secrets.ts';
import { openOpenIdCode, refusedCodeError } from '../shared/openid-codes.ts';
import { openIdToken } from '../shared/openid-values.ts';
import { digestOf } from '../shared/redirect-digest.ts';
import { serviceEvents } from '../shared/service-events.ts';
import { accessTokenLifetime } from '../shared/service-lifetimes.ts';
import { signInName } from '../shared/sign-in-name.ts';
import { claimsOfLogin } from './claims-of-login.ts';
import type { OpenIdContext } from './openid-settings.ts';

/**
 * Exchanges the code of an OpenID request for an access token and an id_token (OpenID Connect Core 1.0 §3.1.3). Whatever is wrong with the
 * code is `invalid_grant` with 400; only the redemption itself uses it up.
 */
export async function exchangeCode(context: OpenIdContext): Promise<Response> {
  const { request, env, now } = context;
  const parameters = await readParameters(request);
  const credentials = readClientCredentials(request, parameters);
  const { application, secret } = await authenticateApplication(context, credentials);
  const { client_id, openid: algorithm } = application;
  context.note({ client_id });
  const { code, presented } = await readRequest(parameters);
  if (!algorithm) throw refusedCodeError();
  const { plid, grant, identityKey } = await openOpenIdCode(env.KEYS, code, client_id);
  context.nameSignIn(signInName(grant));
  const redeeming = accountOf(env, plid).redeemOpenId(grant, client_id, presented, now);
  const outcome = await callObject<OpenIdRedemption>('redeeming a code', redeeming);
  if (outcome === 'replayed') serviceEvents.record(context, 'code_replayed', { client_id, plid });
  if (typeof outcome === 'string') throw refusedCodeError();
  serviceEvents.record(context, 'code_redeemed', { client_id, plid });

  const { scope, nonce, facts = {} } = outcome.openid;
  const login = { plid, grant, ...(identityKey && { identityKey }), client_id, scope };
  const token = { ...login, secret: secret.id };
  const access_token = await openIdToken.seal(env.KEYS, token, now + accessTokenLifetime);
  const claims = await claimsOfLogin(application, login, outcome, now);
  const told = {
    ...{ issuer: env.BASE_URL, audience: client_id, subject: plid, accessToken: access_token, claims },
    ...{ authTime: facts.auth_time ?? now, acr: wayOf(identityKey) },
    ...(facts.amr && { amr: facts.amr }),
    ...(nonce !== undefined && { nonce }),
  };
  const id_token = await callWorker('signing an id_token', env.SIGNER.signIdToken(algorithm, told, now));
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

const wayOf = (identityKey: string | undefined) => (identityKey === undefined ? nobodyAsked : phoneAsked);

/** @throws {ProtocolError} `missing_item`, or `invalid_item` for another grant type or a repeated parameter. */
async function readRequest(parameters: Parameters) {
  if (parameters.required('grant_type') !== 'authorization_code')
    throw new ProtocolError(refusals.invalid_item, { item: 'grant_type' });
  const code = parameters.required('code');
  const redirect = await digestOf(parameters.required('redirect_uri'));
  const code_verifier = parameters.optional('code_verifier');
  const challenge = code_verifier === undefined ? {} : { code_challenge: await challengeOf(code_verifier) };
  return { code, presented: { redirect, ...challenge } };
}
