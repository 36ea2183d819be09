import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import {
  type SignInRequest,
  type SignInResult,
  signInBy,
  type TargetOptions,
} from '../../../packages/plid-kits/conformance/index.ts';

export const origin = 'http://localhost';
/** The origin and path of a gateway's issuer. */
export const gatewayIssuer = `${origin}/auth/oidc`;
export const pushPath = '/oauth2/par';

export const [application, other, relyingParty] = ['shop', 'books', 'members'].map((clientId) => ({
  ...{ clientId, clientSecret: `secret-of-${clientId}-000000000` },
  ...{
    redirectUri: `https://${clientId}.example/callback`,
    postLogoutRedirectUri: `https://${clientId}.example/`,
  },
})) as [Registered, Registered, Registered];
type Registered = Required<Omit<NonNullable<TargetOptions['relyingParty']>, 'issuer'>>;

/** The time of every sign-in, in seconds. */
export const signInTime = 1_800_000_000;
const cookies = 'session=kim';

type Claims = Record<string, unknown>;

/** Changes of a right provider. */
export interface Changes {
  /** Default: the service. */
  issuer?: string;
  hasPushedRequests?: boolean;
  /** Changes the claims of an id_token. @param remembered whether the user wasn't prompted. */
  claims?(claims: Claims, query: URLSearchParams, remembered: boolean): Claims;
  /** Changes the query of a remembered user's callback. @returns undefined for a page instead of the callback. */
  callback?(query: URLSearchParams, asked: URLSearchParams): URLSearchParams | undefined;
  /** Changes the body and headers of a token response. */
  token?(body: Claims, headers: Headers): Claims;
  /** What a second use of a code does. Default: the code is refused, and its token is revoked. */
  onReuse?: 'token' | 'refusal only';
}

const page = (status = 200) =>
  new Response('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } });
const key = await generateKeyPair('ES256', { extractable: true });
const jwks = { keys: [{ ...(await exportJWK(key.publicKey)), kid: 'k1' }] };

const signed = (claims: Claims): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(key.privateKey);

/** The claims of an id_token for an authorization request. */
function claimsFor(query: URLSearchParams, iss: string): Claims {
  const [aud, nonce] = [query.get('client_id'), query.get('nonce')];
  const times = { iat: signInTime, exp: signInTime + 300, auth_time: signInTime };
  return { iss, aud, sub: 'kim', ...times, ...(nonce && { nonce }) };
}

/** The documents of an issuer, by path. */
function documentsOf(issuer: string, hasPushedRequests: boolean): Record<string, object> {
  const own = { authorization: 'authorize', token: 'token', userinfo: 'userinfo', end_session: 'logout' };
  const endpoints = Object.entries(own).map(([name, at]) => [`${name}_endpoint`, `${issuer}/oauth2/${at}`]);
  const pushed = { pushed_authorization_request_endpoint: `${origin}${pushPath}` };
  return {
    '/.well-known/openid-configuration': {
      issuer,
      jwks_uri: `${issuer}/jwks`,
      ...Object.fromEntries(endpoints),
    },
    '/.well-known/oauth-authorization-server': hasPushedRequests ? pushed : {},
    '/jwks': jwks,
    '/v1/user/me': { code: '0000', error: 'success', message: 'success', user: { plid: 'kim' } },
  };
}

/** The codes and tokens of a provider. */
class Grants {
  readonly #codes = new Map<string, { query: URLSearchParams; remembered: boolean }>();
  readonly #spent = new Set<string>();
  readonly #revoked = new Set<string>();
  readonly #changes: Changes;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** @returns the callback with a new code. */
  callback(query: URLSearchParams, remembered: boolean): string | undefined {
    const code = `code-${this.#codes.size}`;
    this.#codes.set(code, { query, remembered });
    const right = new URLSearchParams({ code, state: query.get('state') ?? '' });
    const change = remembered ? this.#changes.callback : undefined;
    const sent = change === undefined ? right : change(right, query);
    return sent && `${query.get('redirect_uri')}?${sent}`;
  }

  async token(code: string): Promise<Response> {
    const { onReuse, issuer = origin } = this.#changes;
    if (this.#spent.has(code) && onReuse !== 'token') {
      if (onReuse === undefined) this.#revoked.add(`token-of-${code}`);
      return Response.json({ error: 'invalid_grant', message: 'The code was used.' }, { status: 400 });
    }
    this.#spent.add(code);
    const { query = new URLSearchParams(), remembered = false } = this.#codes.get(code) ?? {};
    const claims = claimsFor(query, issuer);
    const id_token = await signed(this.#changes.claims?.(claims, query, remembered) ?? claims);
    const body = { access_token: `token-of-${code}`, token_type: 'bearer', expires_in: 300, id_token };
    const headers = new Headers({ 'Cache-Control': 'no-store' });
    return Response.json(this.#changes.token?.(body, headers) ?? body, { headers });
  }

  userinfo(authorization: string): Response {
    const isRevoked = this.#revoked.has(authorization.replace('Bearer ', ''));
    return isRevoked ? Response.json({}, { status: 401 }) : Response.json({ sub: 'kim' });
  }
}

/**
 * A service and OpenID Connect provider without a server. It remembers a browser that has signed in, as a gateway does.
 * @returns its `fetch`, and the sign-in of its user.
 */
export function openProvider(changes: Changes = {}) {
  const { issuer = origin, hasPushedRequests = true } = changes;
  const grants = new Grants(changes);
  const documents = documentsOf(issuer, hasPushedRequests);
  const answers: Record<
    string,
    (url: URL, headers: Headers, form: URLSearchParams) => Response | Promise<Response>
  > = {
    '/oauth2/authorize'({ searchParams }, headers) {
      const Location = headers.get('Cookie') === cookies && grants.callback(searchParams, true);
      return Location ? new Response(null, { status: 302, headers: { Location } }) : page();
    },
    '/oauth2/token': (_, __, form) => grants.token(form.get('code') ?? ''),
    '/oauth2/userinfo': (_, headers) => grants.userinfo(headers.get('Authorization') ?? ''),
    '/oauth2/logout': () => page(),
    [pushPath]: () => Response.json({ request_uri: 'urn:example:1', expires_in: 60 }, { status: 201 }),
  };
  return {
    async fetch(address: string, { headers, body }: RequestInit = {}): Promise<Response> {
      const url = new URL(address);
      const path = url.pathname.replace(new RegExp(`^${issuer.slice(origin.length)}`), '');
      const document = documents[path];
      if (document !== undefined) return Response.json(document);
      return answers[path]?.(url, new Headers(headers), new URLSearchParams(String(body ?? ''))) ?? page(404);
    },
    signIn: signInBy(true, async ({ address }: SignInRequest): Promise<SignInResult> => {
      return { callback: grants.callback(new URL(address).searchParams, false) ?? '', cookies };
    }),
  };
}
