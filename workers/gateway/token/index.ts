import * as v from 'valibot';
import { type Context, endpoint } from '../../core/endpoint.ts';
import { ProtocolError } from '../../core/errors.ts';
import { type Parameters, readParameters } from '../../core/parameters.ts';
import { agentLabel } from '../agent-label.ts';
import { openAppFlow } from '../app-flows.ts';
import { bindings } from '../bindings.ts';
import { tokenFailure } from '../failure-answer.ts';
import { flowLifetime } from '../lifetimes.ts';
import { claimSignIn } from '../session-rows.ts';
import { sessionId } from '../session-secret.ts';
import { type CodeOfFlow, exchangeCode } from '../token-exchange.ts';

const schema = v.object({
  KEYS: bindings.KEYS,
  SERVICE_URL: bindings.SERVICE_URL,
  SERVICE_TIMEOUT: bindings.SERVICE_TIMEOUT,
  TOKEN_PATH: bindings.TOKEN_PATH,
  PKCE: bindings.PKCE,
  CLIENT_ID: bindings.CLIENT_ID,
  CLIENT_SECRET: bindings.CLIENT_SECRET,
  DATABASE: bindings.DATABASE,
});
type TokenContext = Context<v.InferOutput<typeof schema>>;

/**
 * Exchanges a code for an application without a server (§4.2), adding the credentials that it does not hold: once, for a
 * flow that this gateway began, and for whoever holds that flow's verifier.
 */
async function proxyToken(context: TokenContext): Promise<Response> {
  const { request, env, now } = context;
  const sent = readTokenRequest(await readParameters(request), env.CLIENT_ID);
  const flow = await openAppFlow(env.KEYS, sent.state, sent.code_verifier, now);
  if (flow.expires <= now) throw new ProtocolError('flow_expired');
  const agent = agentLabel(request.headers.get('User-Agent'));
  const id = await sessionId(flow.session);
  const claim = { id, status: 'proxied', agent, created: now, expires: now + flowLifetime } as const;
  if (!(await claimSignIn(env.DATABASE, claim))) throw new ProtocolError('flow_used');
  return Response.json(await exchangeCode(env, sent));
}

/** @throws {ProtocolError} `missing_item`, `invalid_item`; `unknown_client` where another client_id is sent. */
function readTokenRequest(parameters: Parameters, CLIENT_ID: string): CodeOfFlow {
  if (parameters.required('grant_type') !== 'authorization_code') {
    throw new ProtocolError('invalid_item', { item: 'grant_type' });
  }
  const client_id = parameters.optional('client_id');
  if (client_id !== undefined && client_id !== CLIENT_ID) throw new ProtocolError('unknown_client');
  return {
    code: parameters.required('code'),
    state: parameters.required('state'),
    code_verifier: parameters.required('code_verifier'),
  };
}

export default endpoint(
  'gateway-token',
  schema,
  { 'POST /auth/token': proxyToken },
  { errorPage: tokenFailure },
);
