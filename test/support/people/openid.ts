/** A relying party of OpenID Connect, with node:crypto and without the service's own code. */
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { registerApplication } from '../requests/operator-requests.ts';
import { basic, type Credentials } from '../requests/service-requests.ts';
import type { World } from '../world/world.ts';
import { BrowserSession, type Shown } from './browser-session.ts';
import { authorizeUrl, codeOf, type Person, signIn } from './sign-in.ts';

type Fields = Record<string, string>;

/** Its callback. */
export const redirect_uri = 'http://localhost:3000/callback';

/** An application that is registered for OpenID Connect, and for what its claims are made of. */
export const registerRelyingParty = (world: World, fields: object = {}) =>
  registerApplication(world, {
    name: '서점',
    redirect_uris: [redirect_uri],
    attributes: ['ci', 'phoneNo', 'name', 'gender', 'agegroup', 'birthdate'],
    openid: 'RS256',
    ...fields,
  });

const everyScope = 'openid profile phone email';

/** Signs a person in at it, with their consent. @param query of the authorization request. */
export const signInAt = (
  world: World,
  { client_id }: Pick<Credentials, 'client_id'>,
  person: Person,
  { query = {}, browser = new BrowserSession(world), autoLogin = false }: SignInOptions = {},
): Promise<Shown> =>
  signIn(browser, world, person, {
    query: { client_id, redirect_uri, scope: everyScope, ...query },
    autoLogin,
  });

interface SignInOptions {
  query?: Record<string, string | undefined>;
  browser?: BrowserSession;
  autoLogin?: boolean;
}

/** The address of its authorization request. */
export const openIdUrl = (
  world: World,
  { client_id }: Pick<Credentials, 'client_id'>,
  query: Record<string, string | undefined> = {},
): string => authorizeUrl(world, { client_id, redirect_uri, scope: everyScope, ...query });

/** `POST /oauth2/openid/token`. */
export const requestIdToken = (
  world: World,
  application: Credentials,
  fields: Fields,
  headers: Fields = { Authorization: basic(application) },
): Promise<Response> =>
  world.fetch(`${world.service}/oauth2/openid/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri, ...fields }).toString(),
  });

interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  id_token: string;
  scope: string;
}

/** The tokens of a sign-in that has ended at the callback. */
export async function tokensOf(world: World, application: Credentials, end: Shown, fields: Fields = {}) {
  const answer = await requestIdToken(world, application, { code: codeOf(end), ...fields });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Tokens;
}

/** `GET /oauth2/userinfo`. */
export const requestUserinfo = (world: World, token: string, method = 'GET'): Promise<Response> =>
  world.fetch(`${world.service}/oauth2/userinfo`, { method, headers: { Authorization: `Bearer ${token}` } });

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

/** A JWT's header and claims, unverified. */
export function readToken(jwt: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  const [header, claims] = jwt.split('.');
  return { header: decode(header), claims: decode(claims) };
}

/** Whether a JWT is signed by one of the keys of a document. @param path of the service, or a whole address. */
export async function isSignedByKeysAt(
  world: Pick<World, 'service' | 'fetch'>,
  jwt: string,
  path: string,
): Promise<boolean> {
  const { keys } = (await (await world.fetch(new URL(path, world.service).href)).json()) as {
    keys: JsonWebKey[];
  };
  const { header } = readToken(jwt);
  const [content, signature = ''] = [jwt.slice(0, jwt.lastIndexOf('.')), jwt.split('.')[2]];
  return keys.some((jwk) => {
    const format = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
    const isOfAlgorithm = (jwk.kty === 'RSA') === (header.alg === 'RS256');
    return (
      isOfAlgorithm && verify('sha256', Buffer.from(content), format, Buffer.from(signature, 'base64url'))
    );
  });
}

/** `at_hash` of an access token. */
export const halfHash = (token: string): string =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
