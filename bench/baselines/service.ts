import { finish, json } from './answers.ts';
import {
  accountOf,
  authenticate,
  base64url,
  codes,
  type Granted,
  sha256,
  tokens,
} from './service-application.ts';
import { readForm } from './service-form.ts';
import { messages, refuse } from './service-refusals.ts';
import { readUser } from './service-user.ts';

/** The limit for token and user: the least that a worker with the specification's checks, the same object calls, and the same answers costs. */

/** Exchanges an authorization code (§4.2). */
async function issueToken(request: Request, now: number): Promise<Response> {
  const form = await readForm(request);
  if (form === undefined) return refuse(request, 400, 'invalid_request', messages.invalid);
  const client = await authenticate(request.headers.get('Authorization'), now);
  if (client === undefined) return refuse(request, 401, 'invalid_client', messages.badCredentials);
  const { client_id } = client.application;
  const text = form.get('code') ?? '';
  if (
    form.get('grant_type') !== 'authorization_code' ||
    text === '' ||
    (form.get('client_id') ?? client_id) !== client_id
  )
    return refuse(request, 400, 'invalid_request', messages.invalid);
  const code = await codes.open<Granted & { redirect_uri_digest: string; code_challenge?: string }>(
    text,
    now,
  );
  if (code === undefined)
    return refuse(request, 500, 'server_error', messages.invalidCode, `…${text.slice(-6)}`);
  const redirect = form.get('redirect_uri');
  const isOther = redirect !== undefined && base64url(await sha256(redirect)) !== code.redirect_uri_digest;
  if (code.client_id !== client_id || isOther)
    return refuse(request, 400, 'invalid_grant', messages.otherRequest);
  if (code.code_challenge !== (await challengeOf(form.get('code_verifier'))))
    return refuse(request, 400, 'invalid_grant', messages.otherRequest);
  const { plid, grant, identityKey } = code;
  if ((await accountOf(plid).redeem(grant, client_id, now)) !== 'redeemed')
    return refuse(request, 500, 'server_error', messages.invalidCode, `…${text.slice(-6)}`);
  const value = { plid, grant, identityKey, client_id, secret: client.secret };
  const access_token = await tokens.seal(value, now + 600);
  return json({ access_token, token_type: 'bearer', expires_in: 600, state: form.get('state') });
}

const challengeOf = async (verifier: string | undefined) =>
  verifier === undefined ? undefined : base64url(await sha256(verifier));

type Handler = (request: Request, now: number) => Promise<Response>;

const routes: Record<string, Handler> = {
  'POST /oauth2/token': issueToken,
  'GET /v1/user/me': readUser,
};

export default {
  async fetch(request: Request): Promise<Response> {
    const started = Date.now();
    const { url, method } = request;
    const start = url.indexOf('/', 8);
    const query = url.indexOf('?', start);
    const path = query < 0 ? url.slice(start) : url.slice(start, query);
    const handle = url.startsWith('https:') ? routes[`${method} ${path}`] : undefined;
    const response =
      handle === undefined
        ? json({ error: 'not_found', message: 'The requested API address is invalid.' }, 404)
        : await handle(request, Math.floor(started / 1000));
    return finish(request, response, 'limit', path, started, '; includeSubDomains');
  },
};
