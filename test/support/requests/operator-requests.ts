/** Requests of an operator, and of a carrier, to the service. */
import type { ChainHead, HashedRecord } from '../../../workers/audit/access-record.ts';
import { defaultFields, type FieldValues } from '../../../workers/service/registry/application-fields.ts';
import { gatewaySecrets, serviceSecrets } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Sent {
  /** A value to send as JSON, or a body as it is. */
  body?: unknown;
  /** Headers that are added to, or replace, the operator's token and the type of JSON. */
  headers?: Record<string, string>;
}

function send(world: World, method: Method, path: string, token: string, { body, headers }: Sent) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return world.fetch(`${world.service}/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: text }),
  });
}

/** `… /admin/applications{path}`. */
export const administer = (world: World, method: Method, path = '', sent: Sent = {}) =>
  send(world, method, `admin/applications${path}`, serviceSecrets.ADMIN_TOKEN, sent);

/** `POST /admin/subscribers/{what}`. */
export const reportSubscriber = (world: World, what: string, body: unknown, headers = {}) =>
  send(world, 'POST', `admin/subscribers/${what}`, serviceSecrets.CARRIER_TOKEN, { body, headers });

/** `POST /carrier/answered`. */
export const sendCarrierCallback = (world: World, token: string, body: unknown, headers = {}) =>
  send(world, 'POST', 'carrier/answered', token, { body, headers });

/** `POST /admin/people/{what}`, with a reason unless the body has one. */
export const sendPeopleRequest = (
  world: World,
  what: 'show' | 'erase' | 'end-passkeys' | 'affected' | 'affected/reseal',
  body: unknown,
  headers = {},
) =>
  send(world, 'POST', `admin/people/${what}`, serviceSecrets.ADMIN_TOKEN, {
    ...{ body: what === 'affected/reseal' ? body : withReason(body), headers },
  });

/** An undefined reason is omitted. */
const withReason = (body: unknown): unknown =>
  typeof body === 'object' && !Array.isArray(body) ? { reason: 'ticket 4711', ...body } : body;

/** A page of access records. */
export interface ShownRecords {
  records: HashedRecord[];
  anchor: ChainHead;
  head: ChainHead;
  days: number;
  next?: number;
}

/** `GET /admin/audit{query}`. */
export const readAudit = async (world: World, query = ''): Promise<ShownRecords> =>
  (await send(world, 'GET', `admin/audit${query}`, serviceSecrets.ADMIN_TOKEN, {})).json();

/** `GET /auth/admin/audit{query}` of the gateway. */
export const readGatewayAudit = async (
  world: Pick<World, 'fetch' | 'gateway'>,
  query = '',
): Promise<ShownRecords> => {
  const headers = { Authorization: `Bearer ${gatewaySecrets.ADMIN_TOKEN}` };
  return (await world.fetch(`${world.gateway}/auth/admin/audit${query}`, { headers })).json();
};

/** `POST /auth/admin/people/{what}` of the gateway. */
export const sendGatewayPeopleRequest = (
  world: Pick<World, 'fetch' | 'gateway'>,
  what: 'show' | 'erase',
  body: unknown,
  headers = {},
) =>
  world.fetch(`${world.gateway}/auth/admin/people/${what}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${gatewaySecrets.ADMIN_TOKEN}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(withReason(body)),
  });

/** An application as the operator's API answers it. */
export interface ShownApplication extends FieldValues {
  client_id: string;
  client_secret?: string;
  secrets: { id: string; created: number }[];
  created: number;
  version: number;
}

export const shownApplication = (response: Response): Promise<ShownApplication> => response.json();

export const consentTerms = {
  recipient: '주식회사 책방',
  purpose: '회원 식별과 주문 배송',
  retention: '회원 탈퇴 후 30일까지',
  privacy_url: 'https://books.example.com/privacy',
};

/** The fields that a registration may leave out, with the values that they then have. */
export const initialFields = defaultFields();

/** Registers an application. @returns it, with its secret. */
export async function registerApplication(world: World, described: object = {}) {
  const body = {
    name: '서점',
    same_name: true,
    allow_loopback: true,
    redirect_uris: ['https://books.example.com/cb'],
    attributes: ['ci'],
    ...consentTerms,
    ...described,
  };
  const response = await administer(world, 'POST', '', { body });
  if (response.status !== 201) throw new Error(`Not registered: ${await response.text()}`);
  return { client_secret: '', ...(await shownApplication(response)) };
}
