import { readJwt, type UnverifiedJwt } from '../../../workers/core/crypto/jwt.ts';
import { expectFields } from '../test-suite/expect-fields.ts';
import type { Answer } from '../test-suite/http-response.ts';
import { expectThat, Mismatch, shown } from '../test-suite/mismatch.ts';
import { basicAuthorizationHeader, type RelyingParty } from './application.ts';
import { codeIn, type Target } from './target.ts';

/** A relying party of OpenID Connect that uses only the discovery document. */

type Claims = Record<string, unknown>;

/** Each response in a relying party's login, and the verified claims of the id_token. */
export interface OpenIdLogin {
  callback: URL;
  /** The browser's cookies as the value of a `Cookie` header, if they are accessible. */
  cookies: string;
  code: string;
  token: Answer;
  claims: Claims;
}

/** Returns the credentials of the relying party with which the service is tested. */
export function relyingPartyOf({ relyingParty }: Target): RelyingParty {
  if (relyingParty === undefined) throw new Error("The case doesn't declare that it needs a relying party");
  return relyingParty;
}

/**
 * Fetches the discovery document (OpenID Connect Discovery 1.0 §4). @throws {Mismatch} if the document is missing.
 */
export async function discover(target: Target): Promise<Claims> {
  const { pathname } = new URL(relyingPartyOf(target).issuer ?? target.url);
  const path = `${pathname.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await target.send({ path });
  expectFields(answer, ['issuer']);
  return answer.json ?? {};
}

/** Returns the path of an endpoint from the discovery document. @throws {Mismatch} if the endpoint is missing. */
export async function pathTo(target: Target, name: string): Promise<string> {
  const { [name]: address } = await discover(target);
  expectThat(typeof address === 'string' && URL.canParse(address), `${name}, a URL`, shown(address));
  return new URL(address).pathname;
}

/** Returns the parameters of an authorization request, with a new `state` and `nonce`. */
export function requestOf(target: Target, more: Record<string, string> = {}): Record<string, string> {
  const { clientId: client_id, redirectUri: redirect_uri } = relyingPartyOf(target);
  const own = { response_type: 'code', client_id, redirect_uri, scope: 'openid' };
  return { ...own, state: crypto.randomUUID(), nonce: crypto.randomUUID(), ...more };
}

/** Signs a user in with this request. @throws {Mismatch} if the callback has no code. */
export async function signInForCode(target: Target, query: Record<string, string>) {
  const path = await pathTo(target, 'authorization_endpoint');
  const { callback, cookies = '' } = await target.visit(path, query);
  return { callback, cookies, code: codeIn(callback) };
}

/** Sends a token request. @param more additional fields. Credentials in these fields replace HTTP Basic. */
export async function sendTokenRequest(target: Target, code: string, more: Record<string, string> = {}) {
  const application = relyingPartyOf(target);
  const form = { grant_type: 'authorization_code', code, redirect_uri: application.redirectUri, ...more };
  const headers = 'client_id' in more ? {} : basicAuthorizationHeader(application);
  return target.send({ method: 'POST', path: await pathTo(target, 'token_endpoint'), form, headers });
}

/**
 * Completes a login. @param query changes to the authorization request. @param more fields for the token request.
 * @throws {Mismatch}
 */
export async function login(
  target: Target,
  query: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<OpenIdLogin> {
  const request = requestOf(target, query);
  const { nonce = '', ...withoutNonce } = request;
  const came = await signInForCode(target, nonce === '' ? withoutNonce : request);
  return { ...came, ...(await redeem(target, came.code, nonce, more)) };
}

/**
 * Exchanges a code and verifies the id_token. @param nonce the authorization request's nonce, or an empty text if
 * the request has none. @throws {Mismatch}
 */
export async function redeem(target: Target, code: string, nonce = '', more: Record<string, string> = {}) {
  const token = await sendTokenRequest(target, code, more);
  expectFields(token, ['access_token', 'token_type', 'id_token'], ['expires_in', 'scope']);
  const claims = await verified(target, String(token.json?.id_token));
  const returned = claims.nonce ?? '';
  expectThat(returned === nonce, `nonce ${nonce || 'absent'}`, `nonce ${shown(returned)}`);
  return { token, claims };
}

/** Requests the claims for an access token, which is sent in a header or in a POST form. */
export async function userinfo(target: Target, token: Answer, way: 'GET' | 'POST' | 'form' = 'GET') {
  const path = await pathTo(target, 'userinfo_endpoint');
  const access_token = String(token.json?.access_token);
  if (way === 'form') return target.send({ method: 'POST', path, form: { access_token } });
  return target.send({ method: way, path, headers: { Authorization: `Bearer ${access_token}` } });
}

const algorithms = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

/** Verifies an id_token (OpenID Connect Core 1.0 §3.1.3.7) and returns its claims. @throws {Mismatch} */
async function verified(target: Target, text: string): Promise<Claims> {
  target.masks.add(text);
  const token = readToken(text);
  const { alg, kid } = token.header as { alg?: keyof typeof algorithms; kid?: unknown };
  expectThat(alg !== undefined && alg in algorithms, 'an id_token signed with RS256 or ES256', shown(alg));
  const { json } = await target.send({ path: await pathTo(target, 'jwks_uri') });
  const keys = (json?.keys ?? []) as (JsonWebKey & { kid?: string })[];
  const jwk = keys.find((one) => one.kid === kid);
  expectThat(jwk !== undefined, `a key at jwks_uri with the kid ${shown(kid)}`, 'none');
  const key = await crypto.subtle.importKey('jwk', jwk, algorithms[alg], false, ['verify']);
  const content = new TextEncoder().encode(token.content);
  const isSigned = await crypto.subtle.verify(algorithms[alg], key, token.signature, content);
  expectThat(isSigned, 'an id_token with a valid signature', 'another signature');
  return expectOwnClaims(target, token.claims as Claims);
}

function readToken(text: string): UnverifiedJwt {
  try {
    return readJwt(text);
  } catch {
    throw new Mismatch('id_token as a JWT', 'something else');
  }
}

/** @throws {Mismatch} if the issuer isn't this service or the audience isn't this application. */
async function expectOwnClaims(target: Target, claims: Claims): Promise<Claims> {
  const { issuer } = await discover(target);
  const { clientId } = relyingPartyOf(target);
  const { iss, aud, sub, exp, iat } = claims;
  expectThat(iss === issuer, `iss ${shown(issuer)}`, `iss ${shown(iss)}`);
  expectThat([aud].flat().includes(clientId), `aud ${clientId}`, `aud ${shown(aud)}`);
  expectThat(typeof sub === 'string' && sub !== '', 'sub as a string', shown(sub));
  const isTimed = typeof exp === 'number' && typeof iat === 'number' && exp > iat;
  expectThat(isTimed, 'exp after iat, in seconds', `exp ${shown(exp)}, iat ${shown(iat)}`);
  return claims;
}
