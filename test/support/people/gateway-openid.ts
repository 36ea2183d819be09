import { basic } from '../requests/service-requests.ts';
import { callbackOf, type GatewayWorld, Visitor } from '../world/gateway-world.ts';
import { relyingParties } from '../world/test-settings.ts';
import type { Shown } from './browser-session.ts';
import { returned } from './sign-in.ts';

type Fields = Record<string, string | undefined>;
type Party = (typeof relyingParties)[keyof typeof relyingParties];
type World = Pick<GatewayWorld, 'gateway' | 'fetch'>;

export const { books, papers } = relyingParties;
export const issuerOf = ({ gateway }: World) => `${gateway}/auth/oidc`;

const withoutUndefined = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );

/** The address of an authorization request of a relying party. @param query undefined leaves a parameter out. */
export function authorizeUrl(world: World, query: Fields = {}, { client_id, redirect_uri }: Party = books) {
  const usual = { response_type: 'code', client_id, redirect_uri, scope: 'openid profile phone email' };
  return `${issuerOf(world)}/authorize?${withoutUndefined({ ...usual, state: 'a state', ...query })}`;
}

interface LogInOptions {
  visitor?: Visitor;
  query?: Fields;
  party?: Party;
}

/** Opens an authorization request, and signs in at the service if it leads there. @returns where that ends. */
export async function logInAt(
  world: World,
  { visitor = new Visitor(world), query, party }: LogInOptions = {},
): Promise<Shown> {
  const first = await visitor.get(authorizeUrl(world, query, party));
  const isAtService = first.url.pathname === '/oauth2/authorize';
  return isAtService ? visitor.get(callbackFor(world, first)) : first;
}

/** The callback of the sign-in that a browser was led to. @param answer of the service, in the place of a code. */
export const callbackFor = ({ gateway }: World, { url }: Shown, answer: Record<string, string> = {}) =>
  callbackOf(gateway, {
    ...('error' in answer ? {} : { code: crypto.randomUUID() }),
    ...answer,
    state: url.searchParams.get('state') ?? '',
  });

/** `POST /auth/oidc/token`. */
export const requestTokens = (
  world: World,
  fields: Record<string, string>,
  party: Pick<Party, 'client_id' | 'client_secret' | 'redirect_uri'> = books,
  headers: Record<string, string> = { Authorization: basic(party) },
): Promise<Response> =>
  world.fetch(`${issuerOf(world)}/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: party.redirect_uri,
      ...fields,
    }).toString(),
  });

interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  id_token: string;
  scope: string;
}

/** The tokens of a login that has ended at the relying party. */
export async function tokensAt(world: World, end: Shown, party: Party = books): Promise<Tokens> {
  const { code = '' } = returned(end);
  const answer = await requestTokens(world, { code }, party);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Tokens;
}

/** `GET /auth/oidc/userinfo`. */
export const requestClaims = (world: World, token: string, method = 'GET'): Promise<Response> =>
  world.fetch(`${issuerOf(world)}/userinfo`, { method, headers: { Authorization: `Bearer ${token}` } });
