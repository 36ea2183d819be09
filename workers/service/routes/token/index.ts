import * as v from 'valibot';
import { readClientCredentials } from '../../../core/protocol/credentials.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { type Parameters, readParameters } from '../../../core/protocol/parameters.ts';
import { automaticLoginMember, prefers } from '../../../core/protocol/prefer-header.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { accountOf } from '../../objects/accounts.ts';
import { withDescription } from '../../protocol/error-description.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { authenticateApplication } from '../../registry/application-secrets.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { accessTokenLifetime } from '../../settings/service-lifetimes.ts';
import { issueAccessToken } from '../../tokens/access-tokens.ts';
import { invalidCodeError, openCode } from '../../tokens/codes.ts';

const schema = v.object(
  pick(bindings, 'KEYS', 'APPLICATIONS', 'LOCATION_HINT', 'ACCOUNT', 'HSTS_SUBDOMAINS'),
);
type Env = v.InferOutput<typeof schema>;

/**
 * Exchanges an authorization code for an access token (§4.2). Only a redemption uses up the code. An error
 * doesn't.
 */
async function issueToken(context: Context<Env>) {
  const { request, env, now } = context;
  const parameters = await readParameters(request);
  const credentials = readClientCredentials(request, parameters);
  const { application, secret } = await authenticateApplication(context, credentials);
  const { client_id } = application;
  const { state, ...sent } = readTokenRequest(parameters);

  const { plid, grant, identityKey, facts, isExpired } = await openCode(
    env.KEYS,
    { client_id, ...sent },
    now,
  );
  context.nameSignIn(signInName(grant));
  const redemption = accountOf(env, plid).redeem(grant, client_id, now);
  const outcome = await callObject('redeeming a code', redemption);
  if (outcome === 'replayed') serviceEvents.record(context, 'code_replayed', { client_id, plid });
  if (outcome !== 'redeemed' || isExpired) throw invalidCodeError(sent.code);

  const token = { plid, grant, ...(identityKey && { identityKey }), client_id, secret: secret.id };
  serviceEvents.record(context, 'code_redeemed', { client_id, plid });
  const access_token = await issueAccessToken(env.KEYS, token, now);
  const answer = { access_token, token_type: 'bearer', expires_in: accessTokenLifetime, state, ...facts };
  if (!prefers(request, automaticLoginMember)) return Response.json(answer);
  return Response.json({ ...answer, [automaticLoginMember]: identityKey === undefined ? 'Y' : 'N' });
}

/**
 * Reads the parameters of a token request. @throws {ProtocolError} `missing_item`, or `invalid_item` if the grant
 * type is unsupported or a parameter is repeated.
 */
function readTokenRequest(parameters: Parameters) {
  if (parameters.required('grant_type') !== 'authorization_code') {
    throw new ProtocolError(refusals.invalid_item, { item: 'grant_type' });
  }
  return {
    code: parameters.required('code'),
    redirect_uri: parameters.optional('redirect_uri'),
    code_verifier: parameters.optional('code_verifier'),
    state: parameters.optional('state'),
  };
}

/** Token endpoint. */
export default endpoint(
  'service-token',
  schema,
  {
    /** Exchanges a code for a token (§4.2). */
    'POST /oauth2/token': issueToken,
  },
  { errorPage: withDescription('/oauth2/token') },
);
