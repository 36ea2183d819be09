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
import { authorize, keepPage } from './service-authorize.ts';
import { language, messages, refuse } from './service-refusals.ts';
import { readUser } from './service-user.ts';

/** The limit for the service: the least that a worker with the specification's checks, the same calls of objects and the same answers costs. */

/** The largest form: 64 KiB. */
const maxBody = 65_536;

/** The parameters of a form; undefined for another type, a body that is too long, and a parameter that is sent twice. */
async function readForm(request: Request): Promise<Map<string, string> | undefined> {
  const type = request.headers.get('Content-Type') ?? '';
  const isForm =
    type === 'application/x-www-form-urlencoded' || type.startsWith('application/x-www-form-urlencoded;');
  const length = request.headers.get('Content-Length');
  if (!isForm || length === null || Number(length) > maxBody) return undefined;
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await request.text())) {
    if (found.has(name)) return undefined;
    found.set(name, value);
  }
  return found;
}

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

const plidFormat = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Disconnects a user (§4.4). */
async function disconnect(request: Request, now: number): Promise<Response> {
  const form = await readForm(request);
  if (form === undefined) return refuse(request, 400, 'invalid_request', messages.invalid);
  const client = await authenticate(request.headers.get('Authorization'), now);
  if (client === undefined) return refuse(request, 401, 'invalid_client', messages.badCredentials);
  const { client_id, success } = client.application;
  const plid = form.get('plid') ?? '';
  const connected = plidFormat.test(plid) && (await accountOf(plid).disconnect(client_id));
  if (!connected) return refuse(request, 400, 'invalid_request', messages.invalid);
  return json({ code: '0000', error: success, message: messages.disconnected[language(request)] });
}

const routes: Record<string, (request: Request, now: number) => Response | Promise<Response>> = {
  'POST /oauth2/token': issueToken,
  'GET /v1/user/me': readUser,
  'POST /v1/user/disconnect': disconnect,
  'GET /oauth2/authorize': authorize,
  'PUT /page': keepPage,
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
