import { createCipheriv } from 'node:crypto';
import { signInBy } from '../../../packages/plid-kits/conformance/index.ts';
import { encryptedAttributes, sampleIdentity } from '../../../workers/core/protocol/user-record.ts';
import { application, origin } from './provider-in-memory.ts';
import { RightOpenId } from './right-openid.ts';
import {
  type Asked,
  applicationOf,
  authenticated,
  callbackTo,
  type Grant,
  page,
  type Registered,
  redirect,
  refuse,
} from './service-answers.ts';

/** Encrypts a field (§2.2). */
function encrypted(text: string, { clientSecret }: Registered): string {
  const key = clientSecret.slice(0, 16);
  const cipher = createCipheriv('aes-128-cbc', key, key);
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
}

/** A service that follows the specification, in memory, with one user whose phone approves everything. */
export class RightService {
  readonly grants = new Map<string, Grant>();
  readonly openId = new RightOpenId(this);

  async fetch(address: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
    const { pathname: path, searchParams: query } = new URL(address);
    const form = new URLSearchParams(String(body ?? ''));
    const asked = { method, path, headers: new Headers(headers), query, form };
    const answers: Record<string, () => Response | Promise<Response>> = {
      '/oauth2/authorize': () => this.authorize(asked),
      '/oauth2/par': () => this.push(asked),
      '/oauth2/token': () => this.token(asked),
      '/v1/user/me': () => this.user(asked),
      '/v1/user/disconnect': () => this.disconnect(asked),
      '/.well-known/oauth-authorization-server': () =>
        Response.json({
          issuer: origin,
          pushed_authorization_request_endpoint: `${origin}/oauth2/par`,
          authorization_response_iss_parameter_supported: true,
        }),
    };
    return answers[path]?.() ?? this.openId.fetch(asked) ?? refuse(404, 'not_found');
  }

  readonly signIn = signInBy(true, async ({ address, autoLogin = false }) => {
    const { searchParams: query } = new URL(address);
    const cookies = `${query.get('client_id')}=${autoLogin ? 'device-1' : 'session'}`;
    return { callback: this.callback({ clientId: query.get('client_id') ?? '', query, autoLogin }), cookies };
  });

  /** Keeps a grant under a new name, such as `code-1`. */
  keep(kind: string, grant: Grant): string {
    const name = `${kind}-${String(this.grants.size + 1).padStart(8, '0')}`;
    this.grants.set(name, grant);
    return name;
  }

  callback(grant: Grant): string {
    const { query } = grant;
    const state = query.get('state');
    const answer = { code: this.keep('code', grant), ...(state !== null && { state }), iss: origin };
    return callbackTo(query.get('redirect_uri') ?? '', answer);
  }

  /** Why an authorization request is refused (§4.1). */
  refusalOf(query: URLSearchParams): Response | undefined {
    const client = applicationOf(query.get('client_id'));
    if (client === undefined) return refuse(400, 'invalid_client');
    const address = query.get('redirect_uri');
    if (address === null) return refuse(400, 'invalid_request', 'redirect_uri is missing');
    if (address !== client.redirectUri) return refuse(400, 'invalid_grant', `Not registered: ${address}`);
    if (query.get('response_type') !== 'code')
      return refuse(400, 'invalid_request', 'response_type must be code');
    return query.has('state') ? undefined : refuse(400, 'invalid_request', 'state is missing');
  }

  authorize(asked: Asked): Response {
    const { query, headers, form } = asked;
    if (query.has('scope') || form.has('scope')) return this.openId.authorize(asked);
    const clientId = query.get('client_id') ?? '';
    const pushed = this.grants.get(query.get('request_uri') ?? '');
    if (query.has('request_uri'))
      return pushed?.clientId === clientId ? page() : refuse(400, 'invalid_request', 'request_uri');
    const refusal = this.refusalOf(query);
    if (refusal !== undefined) return refusal;
    if (headers.get('Cookie') !== `${clientId}=device-1`) return page();
    return redirect(this.callback({ clientId, query, autoLogin: true, remembered: true }));
  }

  push(asked: Asked): Response {
    const { form } = asked;
    const client = authenticated(asked);
    if (client === undefined) return refuse(401, 'invalid_client');
    if (form.has('request_uri')) return refuse(400, 'invalid_request', 'request_uri');
    const refusal = this.refusalOf(form);
    if (refusal !== undefined) return refusal;
    const request_uri = this.keep('urn:plid:request', { clientId: client.clientId, query: form });
    return Response.json({ request_uri, expires_in: 60 }, { status: 201 });
  }

  token(asked: Asked): Response {
    if (asked.method !== 'POST') return refuse(405, 'method_not_allowed');
    const client = authenticated(asked);
    if (client === undefined) return refuse(401, 'invalid_client');
    const [type, code, state] = ['grant_type', 'code', 'state'].map(
      (name) => asked.form.get(name) ?? asked.query.get(name),
    );
    if (type !== 'authorization_code') return refuse(400, 'invalid_request', 'grant_type');
    if (!code) return refuse(400, 'invalid_request', 'code is missing');
    const grant = this.grants.get(code);
    if (grant === undefined || grant.spent)
      return refuse(500, 'server_error', `The code ${code} is unknown or used.`);
    if (grant.clientId !== client.clientId) return refuse(400, 'invalid_grant');
    grant.spent = true;
    const access_token = this.keep('token', { ...grant, spent: false });
    return Response.json({ access_token, token_type: 'bearer', expires_in: 300, ...(state && { state }) });
  }

  user({ method, headers }: Asked): Response {
    if (method !== 'GET') return refuse(405, 'method_not_allowed');
    const grant = this.grants.get((headers.get('Authorization') ?? '').replace('Bearer ', ''));
    const client = applicationOf(grant?.clientId ?? null);
    if (grant === undefined || client === undefined) return refuse(401, 'authentication_failed');
    const fields = Object.entries(sampleIdentity()).map(([name, value]) => {
      const clear = grant.remembered ? '' : value;
      return [name, (encryptedAttributes as Set<string>).has(name) ? encrypted(clear, client) : clear];
    });
    const flags = {
      autoLoginYn: grant.autoLogin ? 'Y' : 'N',
      autoStatusCheck: grant.autoLogin && !grant.remembered ? 'Y' : 'N',
    };
    const user = { plid: 'kim', ...Object.fromEntries(fields), ...flags };
    return Response.json({ code: '0000', error: 'success', message: 'success', user });
  }

  disconnect(asked: Asked): Response {
    if (asked.method !== 'POST') return refuse(405, 'method_not_allowed');
    const client = authenticated(asked);
    if (client === undefined) return refuse(401, 'invalid_client');
    if (!asked.form.has('plid')) return refuse(400, 'invalid_request', 'plid is missing');
    const isOwn = client.clientId === application.clientId && asked.form.get('plid') === 'kim';
    return isOwn
      ? Response.json({ code: '0000', error: 'success', message: 'success' })
      : refuse(404, 'not_found');
  }
}
