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
import { authorize, signInTemplate } from './service-authorize.ts';
import { readForm } from './service-form.ts';
import { language, messages, refuse } from './service-refusals.ts';
import { nameSignIn, type Opened, openSignIn } from './service-sign-in.ts';
import { agree, submit } from './service-steps.ts';
import { readUser } from './service-user.ts';
import { showStatus, wait, waitingTemplate } from './service-wait.ts';

/** The limit for the service: the least that a worker with the specification's checks, the same calls of objects and the same answers costs. */

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

type Handler = (request: Request, now: number, context: ExecutionContext) => Response | Promise<Response>;
type Step = (
  opened: Opened,
  form: ReadonlyMap<string, string>,
  context: ExecutionContext,
) => Promise<Response>;

/** A step of a sign-in: `flow` is in the query, or in the form. */
const onStep =
  (step: Step): Handler =>
  async (request, now, context) => {
    const isForm = request.method === 'POST';
    if (isForm && request.headers.get('Sec-Fetch-Site') !== 'same-origin')
      return refuse(request, 403, 'invalid_request', messages.invalid);
    const form = isForm ? await readForm(request) : new URL(request.url).searchParams;
    const opened = await openSignIn(request, form?.get('flow'), now);
    if (opened === undefined) return refuse(request, 400, 'invalid_request', messages.invalid);
    return nameSignIn(opened, await step(opened, form instanceof Map ? form : new Map(), context));
  };

const templates = { 'sign-in': signInTemplate, wait: waitingTemplate };

/** Takes a page from the product. */
async function keepPage(request: Request): Promise<Response> {
  const of = new URL(request.url).searchParams.get('of') as keyof typeof templates;
  templates[of].keep(await request.text());
  return json({});
}

const routes: Record<string, Handler> = {
  'POST /oauth2/token': issueToken,
  'GET /v1/user/me': readUser,
  'POST /v1/user/disconnect': disconnect,
  'GET /oauth2/authorize': authorize,
  'POST /oauth2/authorize/sign-in': onStep(submit),
  'GET /oauth2/authorize/wait': onStep(wait),
  'GET /oauth2/authorize/status': onStep(showStatus),
  'POST /oauth2/authorize/consent': onStep(agree),
  'PUT /page': keepPage,
};

export default {
  async fetch(request: Request, _: unknown, context: ExecutionContext): Promise<Response> {
    const started = Date.now();
    const { url, method } = request;
    const start = url.indexOf('/', 8);
    const query = url.indexOf('?', start);
    const path = query < 0 ? url.slice(start) : url.slice(start, query);
    const handle = url.startsWith('https:') ? routes[`${method} ${path}`] : undefined;
    const response =
      handle === undefined
        ? json({ error: 'not_found', message: 'The requested API address is invalid.' }, 404)
        : await handle(request, Math.floor(started / 1000), context);
    return finish(request, response, 'limit', path, started, '; includeSubDomains');
  },
};
