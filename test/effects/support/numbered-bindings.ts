import * as v from 'valibot';
import { AccessRecords } from '../../../workers/audit/access-records.ts';
import { numberedKeySetting } from '../../../workers/core/worker/key-settings.ts';
import { departureHandlers } from '../../../workers/gateway/objects/departure-outbox.ts';
import { Flow } from '../../../workers/gateway/objects/flow.ts';
import { User } from '../../../workers/gateway/objects/user.ts';
import { Reviewers } from '../../../workers/service/features/reviewers/reviewers-entrypoint.ts';
import { Signer } from '../../../workers/service/features/signer/signer.ts';
import { Application } from '../../../workers/service/objects/application.ts';
import { Disclosures } from '../../../workers/service/objects/disclosures.ts';
import { Phone } from '../../../workers/service/objects/phone.ts';
import { PushedRequest } from '../../../workers/service/objects/pushed-request.ts';
import { Account } from '../../../workers/service/routes/objects/index.ts';
import type { Running } from '../../support/fakes/objects.ts';
import { applications, gatewaySecrets, origins, serviceSecrets } from '../../support/world/test-settings.ts';

/** The part of a world that bindings lead to (numbered-world.ts). */
interface Bindable {
  clock: object;
  kv: Record<'APPLICATIONS' | 'SESSIONS' | 'STATES', object>;
  namespace(className: string, self?: () => Running | undefined): object;
}

/** The relying party of the gateway, which receives logout_tokens. */
export const party = { id: 'books', redirect_uri: 'https://books.example/callback' };
const openIdClients = JSON.stringify([
  {
    ...{ id: party.id, redirect_uris: [party.redirect_uri], scope: 'openid profile' },
    secrets: ['0'.repeat(64)],
    backchannel_logout_uri: 'https://books.example/logout',
  },
]);

/** Every class of objects except `Waiting`, which stores nothing. */
export const classes = {
  ...{ AccessRecords, GatewayAccessRecords: AccessRecords, Account, Application, Disclosures, Phone },
  ...{ PushedRequest, Flow, User },
};

/** The handler of an application whose database is elsewhere. */
async function forgetElsewhere(): Promise<void> {
  const { ok } = await fetch('https://shop.example/left');
  if (!ok) throw new Error('The database is down');
}

/** The bindings of an object, as its worker has them. */
export function boundObjects(world: Bindable, className: string, self: () => Running | undefined): object {
  const { clock: CLOCK, kv } = world;
  const bound: Record<string, object> = {
    Account: {
      ...{ APPLICATIONS: kv.APPLICATIONS, DISCLOSURE_KEY: serviceSecrets.DISCLOSURE_KEY },
      ...{ EVENT_KEY: serviceSecrets.EVENT_KEY, BASE_URL: origins.service, SIGNER: signer },
      DISCLOSURES: world.namespace('Disclosures', self),
    },
    Application: { APPLICATIONS: kv.APPLICATIONS },
    Phone: { ACCOUNT: world.namespace('Account', self) },
    User: {
      ...{ USER: world.namespace('User', self), RETENTION_DAYS: '365' },
      ...{ OPENID_CLIENTS: openIdClients, OPENID_KEY: gatewaySecrets.OPENID_KEY },
      [departureHandlers]: { disconnected: forgetElsewhere },
    },
  };
  return { CLOCK, ...bound[className] };
}

const signer = new Signer(
  {} as never,
  { OPENID_KEY: serviceSecrets.OPENID_KEY, EVENT_KEY: serviceSecrets.EVENT_KEY } as never,
);
const unlimited = { limit: async () => ({ success: true }) };

/** What every worker is bound to. Limits allow everything. */
const limits = Object.fromEntries(
  [
    'SIGN_IN',
    'NETWORK',
    'APPLICATION',
    'KNOWN',
    'APPLICATION_KNOWN',
    'OUTCOME',
    'OUTCOME_ADDRESS',
    'REQUEST',
    'STATE',
    'APP',
    'APP_NETWORK',
    'APP_TOTAL',
  ].map((name) => [`${name}_LIMIT`, unlimited]),
);
const challenges = Object.fromEntries(
  ['SIGN_IN', 'NETWORK', 'APPLICATION'].map((name) => [`${name}_CHALLENGE`, unlimited]),
);

const half = (world: Bindable, className: string) => world.namespace(className);

/** The bindings and settings of every worker of the service. */
export const serviceEnv = (world: Bindable) => {
  const APPLICATION = half(world, 'Application');
  return {
    ...{ CLOCK: world.clock, ...limits, ...challenges, ...serviceSecrets },
    ...{ ADMIN_TOKEN: `kim:${serviceSecrets.ADMIN_TOKEN}`, BASE_URL: origins.service },
    ...{ APPLICATION, APPLICATIONS: world.kv.APPLICATIONS, ACCOUNT: half(world, 'Account') },
    ...{ PHONE: half(world, 'Phone'), DISCLOSURES: half(world, 'Disclosures'), WAITING: {} },
    ...{ PUSHED_REQUEST: half(world, 'PushedRequest'), ACCESS_RECORDS: half(world, 'AccessRecords') },
    ...{ SIGNER: signer, REVIEWERS: new Reviewers({} as never, { APPLICATION } as never) },
    EVENT_KEYS: { publicKeys: async () => ({ keys: [{}] }) },
  };
};

/** The bindings and settings of every worker of the gateway. */
export const gatewayEnv = (world: Bindable) => ({
  ...{ CLOCK: world.clock, ...limits, ...gatewaySecrets, ADMIN_TOKEN: `kim:${gatewaySecrets.ADMIN_TOKEN}` },
  OPENID_CLIENTS: openIdClients,
  ...{
    GATEWAY_ORIGIN: origins.gateway,
    SERVICE_URL: origins.service,
    CLIENT_ID: applications.shop.client_id,
  },
  ...{ SESSIONS: world.kv.SESSIONS, STATES: world.kv.STATES, FLOW: half(world, 'Flow') },
  ...{ USER: half(world, 'User'), ACCESS_RECORDS: half(world, 'GatewayAccessRecords') },
  APP_SESSIONS: { fetch: () => Promise.reject(new Error('No app signs in here')) },
});

/** The key of the phones' names. */
export const phoneKey = { PHONE_KEY: v.parse(numberedKeySetting, serviceSecrets.PHONE_KEY) };
