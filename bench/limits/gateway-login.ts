import { env } from 'cloudflare:workers';
import { json } from './answers.ts';
import { allows, browserFlows, digest, randomSecret, setCookie, stateNonces } from './gateway-values.ts';

/** Redirects a browser to the service, and writes the nonce of the state to KV beside the answer. */
export async function login(
  request: Request,
  url: URL,
  now: number,
  context: ExecutionContext,
): Promise<Response> {
  if (!(await allows(env.REQUEST_LIMIT, request))) return json({ error: 'too_many_requests' }, 429);
  const destination = url.searchParams.get('return_to') ?? '/';
  const { origin, pathname } = new URL(destination, env.GATEWAY_ORIGIN);
  if (origin !== env.GATEWAY_ORIGIN) return json({ error: 'invalid_request' }, 400);
  const [session, code_verifier] = [randomSecret(), randomSecret()];
  const [hash, challenge] = await Promise.all([digest(`state ${session}`), digest(code_verifier)]);
  const state = `${now.toString(36).padStart(8, '0')}-${hash}`;
  const flow = { return_to: destination, session, code_verifier, state, expires: now + 600 };
  const cookie = setCookie(`plid-flow-${state}`, await browserFlows.seal(flow), 7_200);
  context.waitUntil(keepNonce(state, { return_to: pathname, expires: now + 600 }, now + 1_200));
  const callbackAddress = encodeURIComponent(`${env.GATEWAY_ORIGIN}/auth/callback`);
  const location =
    `${env.SERVICE_URL}/oauth2/authorize?response_type=code&client_id=${env.CLIENT_ID}` +
    `&redirect_uri=${callbackAddress}&state=${state}&code_challenge=${challenge}&code_challenge_method=S256`;
  return new Response(null, { status: 302, headers: { Location: location, 'Set-Cookie': cookie } });
}

async function keepNonce(state: string, nonce: object, expires: number): Promise<void> {
  if (!(await env.STATE_LIMIT.limit({ key: 'states' })).success) return;
  const sealed = await (await stateNonces(state)).seal(nonce, expires);
  const name = `state:${await digest(`plid gateway state nonce 1 ${state}`)}`;
  await env.STATES.put(name, sealed, { expirationTtl: 1_200 });
}
