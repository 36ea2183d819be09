/** Requests to the service as an application sends them, without the service's own code. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { UserRecord } from '../../../workers/core/protocol/user-record.ts';
import type { Granted } from '../fixtures/grants.ts';
import { applications } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';

export interface Credentials {
  client_id: string;
  client_secret: string;
}

type Fields = Record<string, string>;

export const basic = ({ client_id, client_secret }: Credentials) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;

const formType = 'application/x-www-form-urlencoded';

interface Post {
  /** Headers that are added to, or replace, the demo shop's credentials and the type of a form. */
  headers?: Fields;
  query?: Fields;
}

const post = (world: World, path: string, body: string, { headers, query = {} }: Post = {}) =>
  world.fetch(
    `${world.service}${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
    {
      method: 'POST',
      headers: { Authorization: basic(applications.shop), 'Content-Type': formType, ...headers },
      body,
    },
  );

/** `POST /oauth2/token` with fields, or with a body as it is. */
export function requestToken(world: World, fields: Fields | string, options: Post = {}): Promise<Response> {
  const body =
    typeof fields === 'string'
      ? fields
      : new URLSearchParams({ grant_type: 'authorization_code', ...fields }).toString();
  return post(world, '/oauth2/token', body, options);
}

/** `POST /oauth2/par`: an authorization request of the demo shop, with other fields; `undefined` leaves one out. */
export function pushRequest(
  world: World,
  changes: Record<string, string | undefined> = {},
  options: Post = {},
): Promise<Response> {
  const { redirect_uri } = applications.shop;
  const fields = { response_type: 'code', redirect_uri, state: 'pushed', ...changes };
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return post(world, '/oauth2/par', new URLSearchParams(given).toString(), options);
}

/** The address of an authorization request that was pushed, with additional parameters. */
export async function pushedUrl(
  world: World,
  changes: Record<string, string | undefined> = {},
  { beside = '', credentials = applications.shop }: { beside?: string; credentials?: Credentials } = {},
): Promise<string> {
  const headers = { Authorization: basic(credentials) };
  const { request_uri } = (await (await pushRequest(world, changes, { headers })).json()) as {
    request_uri: string;
  };
  const query = new URLSearchParams({ client_id: credentials.client_id, request_uri });
  return `${world.service}/oauth2/authorize?${query}${beside}`;
}

/** The access token for a good code. */
export async function accessTokenFor(
  world: World,
  { code }: Pick<Granted, 'code'>,
  credentials: Credentials = applications.shop,
): Promise<string> {
  const response = await requestToken(world, { code }, { headers: { Authorization: basic(credentials) } });
  const { access_token } = await jsonOf(response);
  if (access_token === undefined) throw new Error(`No token: ${response.status}`);
  return access_token;
}

/** `GET /v1/user/me`. */
export const requestUser = (world: World, token: string, headers: Fields = {}): Promise<Response> =>
  world.fetch(`${world.service}/v1/user/me`, { headers: { Authorization: `Bearer ${token}`, ...headers } });

/** `POST /v1/user/disconnect`. */
export const requestDisconnect = (world: World, fields: Fields, options: Post = {}): Promise<Response> =>
  post(world, '/v1/user/disconnect', new URLSearchParams(fields).toString(), options);

/** Every field that an answer of the service's API may hold, each optional: tests look at which are present. */
type Answer = Partial<
  Record<'access_token' | 'token_type' | 'state' | 'code' | 'error' | 'message' | 'error_description', string>
> & {
  expires_in?: number;
  user?: UserRecord;
};

export const jsonOf = (response: Response): Promise<Answer> => response.json();

const fieldKey = (client_secret: string) => Buffer.from(client_secret.slice(0, 16));

/** §2.2 with node:crypto. */
export function decryptField(base64: string, client_secret: string): string {
  const key = fieldKey(client_secret);
  const decipher = createDecipheriv('aes-128-cbc', key, key);
  return Buffer.concat([decipher.update(base64, 'base64'), decipher.final()]).toString('utf8');
}

/** §2.2 with node:crypto. @param clear a text, or bytes that are not UTF-8. */
export function encryptField(clear: string | Uint8Array, client_secret: string): string {
  const key = fieldKey(client_secret);
  const cipher = createCipheriv('aes-128-cbc', key, key);
  const bytes = typeof clear === 'string' ? Buffer.from(clear) : clear;
  return Buffer.concat([cipher.update(bytes), cipher.final()]).toString('base64');
}
