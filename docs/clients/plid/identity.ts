import { identityVerifier } from 'plid/identity';

const { IDENTITY_KEY = '', GATEWAY_ORIGIN = '', APPLICATION_URL = '' } = process.env;
const verify = identityVerifier({ key: IDENTITY_KEY, issuer: GATEWAY_ORIGIN, audience: APPLICATION_URL });

export async function answer(request: Request): Promise<Response> {
  const identity = await verify(request.headers.get('Plid-Identity'));
  if (identity === undefined) return new Response('Not through the guard.', { status: 403 });
  return new Response(`Hello, ${identity.user.name ?? identity.user.plid}.`);
}
