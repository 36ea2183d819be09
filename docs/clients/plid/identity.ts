import { identityVerifier } from 'plid/identity';

const { IDENTITY_KEY = '', GATEWAY_ORIGIN = '', APPLICATION_URL = '' } = process.env;
const verify = identityVerifier({ key: IDENTITY_KEY, issuer: GATEWAY_ORIGIN, audience: APPLICATION_URL });

export async function answer(request: Request): Promise<Response> {
  const header = request.headers.get('Plid-Identity');
  const identity = await verify(header);
  if (identity === undefined) {
    console.warn(`Not through the guard: ${await verify.why(header)}`);
    return new Response('Not through the guard.', { status: 403 });
  }
  return new Response(`Hello, ${identity.user.name ?? identity.user.plid}.`);
}
