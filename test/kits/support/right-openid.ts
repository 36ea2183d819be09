import { generateKeyPairSync, sign } from 'node:crypto';
import { origin, relyingParty, signInTime } from './provider-in-memory.ts';
import {
  type Asked,
  authenticated,
  callbackTo,
  type Grant,
  page,
  redirect,
  refuse,
} from './service-answers.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const { redirectUri, postLogoutRedirectUri, clientId } = relyingParty;
const paths = {
  authorization: 'authorize',
  token: 'openid/token',
  userinfo: 'userinfo',
  end_session: 'openid/logout',
};

const discoveryDocument = {
  issuer: origin,
  ...Object.fromEntries(
    Object.entries(paths).map(([name, at]) => [`${name}_endpoint`, `${origin}/oauth2/${at}`]),
  ),
  jwks_uri: `${origin}/oauth2/openid/jwks.json`,
  response_types_supported: ['code'],
  response_modes_supported: ['query', 'form_post'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  scopes_supported: ['openid'],
  claims_supported: ['sub'],
};

const claimsOfScope: Record<string, object> = {
  profile: { name: '김하나', gender: 'female', birthdate: '2000-01-01' },
  email: { email: 'kim@example.com', email_verified: true },
  phone: { phone_number: '+821012345678', phone_number_verified: true },
};

/** The codes and tokens of a service, and how it returns to an application. */
interface Grants {
  readonly grants: Map<string, Grant>;
  callback(grant: Grant): string;
}

/** A provider of OpenID Connect that passes each case, as a part of a service. */
export class RightOpenId {
  readonly #service: Grants;
  /** Signing takes longer than all else: equal id_tokens are signed once. */
  static readonly #signed = new Map<string, string>();

  constructor(service: Grants) {
    this.#service = service;
  }

  fetch(asked: Asked): Response | undefined {
    const key = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1' };
    const answers: Record<string, () => Response> = {
      '/.well-known/openid-configuration': () => Response.json(discoveryDocument),
      '/oauth2/openid/jwks.json': () => Response.json({ keys: [key] }),
      '/oauth2/openid/token': () => this.token(asked),
      '/oauth2/userinfo': () => this.userinfo(asked),
      '/oauth2/openid/logout': () => this.logout(asked),
    };
    return answers[asked.path]?.();
  }

  authorize({ method, query: search, form, headers }: Asked): Response {
    const query = method === 'POST' ? form : search;
    if (query.get('client_id') !== clientId || query.get('redirect_uri') !== redirectUri) return page(400);
    if (!query.has('response_type')) return this.#error(query, 'invalid_request');
    if (query.has('request')) return this.#error(query, 'request_not_supported');
    const isRemembered = headers.get('Cookie') === `${clientId}=session`;
    if (isRemembered) return redirect(this.#service.callback({ clientId, query, remembered: true }));
    return query.get('prompt') === 'none' ? this.#error(query, 'login_required') : page();
  }

  #error(query: URLSearchParams, error: string): Response {
    const sent = { error, state: query.get('state') ?? '' };
    if (query.get('response_mode') !== 'form_post') return redirect(callbackTo(redirectUri, sent));
    const fields = Object.entries(sent).map(([name, value]) => `<input name="${name}" value="${value}">`);
    return page(200, `<form method="post" action="${redirectUri}">${fields.join('')}</form>`);
  }

  token(asked: Asked): Response {
    const client = authenticated(asked);
    if (client === undefined) return refuse(401, 'invalid_client');
    const code = asked.form.get('code') ?? '';
    const grant = this.#service.grants.get(code);
    const isVerified =
      !grant?.query.has('code_challenge') || /^dBjft/.test(asked.form.get('code_verifier') ?? '');
    if (grant === undefined || !isVerified) return refuse(400, 'invalid_grant');
    if (grant.spent) {
      this.#service.grants.delete(`token-of-${code}`);
      return refuse(400, 'invalid_grant');
    }
    grant.spent = true;
    const access_token = `token-of-${code}`;
    this.#service.grants.set(access_token, grant);
    const body = { access_token, token_type: 'Bearer', expires_in: 300, id_token: this.#idToken(grant) };
    return Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
  }

  #idToken({ query }: Grant): string {
    const nonce = query.get('nonce');
    const times = { iat: signInTime, exp: signInTime + 300, auth_time: signInTime };
    const claims = { iss: origin, aud: clientId, sub: 'kim', ...times, ...(nonce && { nonce }) };
    return RightOpenId.signed(claims);
  }

  static signed(claims: object): string {
    const content = `${encoded({ alg: 'ES256', kid: 'k1' })}.${encoded(claims)}`;
    const known = RightOpenId.#signed.get(content);
    if (known !== undefined) return known;
    const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const token = `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    RightOpenId.#signed.set(content, token);
    return token;
  }

  userinfo({ headers, form }: Asked): Response {
    const token = headers.get('Authorization')?.replace('Bearer ', '') ?? form.get('access_token') ?? '';
    const grant = this.#service.grants.get(token);
    if (grant === undefined) return Response.json({ error: 'invalid_token' }, { status: 401 });
    const scopes = (grant.query.get('scope') ?? '').split(' ');
    return Response.json(Object.assign({ sub: 'kim' }, ...scopes.map((scope) => claimsOfScope[scope])));
  }

  logout({ query }: Asked): Response {
    const [hint, address, state] = ['id_token_hint', 'post_logout_redirect_uri', 'state'].map((name) =>
      query.get(name),
    );
    if (!hint) return page();
    const isOwn = [...RightOpenId.#signed.values()].includes(hint);
    if (!isOwn || (address && address !== postLogoutRedirectUri)) return page(400);
    return address ? redirect(state ? callbackTo(address, { state }) : address) : page();
  }
}
