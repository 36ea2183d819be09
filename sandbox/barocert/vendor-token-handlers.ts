import * as v from 'valibot';
import { type BarocertCall, vendorCall } from './vendor-call.ts';
import { BarocertError } from './vendor-errors.ts';
import { createSessionToken, sessionLifetime } from './vendor-session-token.ts';
import { readTokenRequest } from './vendor-signed-request.ts';

/** `GET /Time`: returns the vendor's time, for callers that don't trust their own clock. */
export const readVendorTime = vendorCall(
  'barocert/time',
  async ({ vendorNow }) => new Response(isoTime(vendorNow)),
);

/** `POST /BAROCERT/Token`: returns a session token for a signed request. */
export const createToken = vendorCall('barocert/token', async (call) => {
  const scope = readScope(await readTokenRequest(call));
  const { env, vendorNow } = call;
  const expires = vendorNow + sessionLifetime;
  return Response.json({
    session_token: await createSessionToken(env.BAROCERT_SECRET_KEY, expires),
    serviceID: 'BAROCERT',
    linkID: env.BAROCERT_LINK_ID,
    usercode: env.BAROCERT_LINK_ID,
    ipaddress: ipAddressOf(call),
    scope,
    expiration: isoTime(expires),
  });
});

const tokenBody = v.object({ access_id: v.optional(v.string()), scope: v.array(v.string()) });

/** @throws {BarocertError} `invalid_body` if the scope doesn't include the account itself. */
function readScope(body: string): string[] {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), tokenBody), body);
  if (!success || !output.scope.includes('partner')) throw new BarocertError('invalid_body');
  return output.scope;
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

const ipAddressOf = ({ request }: BarocertCall): string =>
  request.headers.get('CF-Connecting-IP') ?? '127.0.0.1';
