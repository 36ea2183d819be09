import { env } from 'cloudflare:workers';
import * as real from '../../../sandbox/local.ts';
import { demoShop } from '../../../sandbox/world/demo-clients.ts';
import { observed } from '../assertions/observed-objects.ts';

// The demo shop has the secret that the tests' settings give the gateway.
Object.assign(demoShop, { client_secret: Reflect.get(env, 'CLIENT_SECRET') });

/** The local world, with objects that tests can look into and empty. */
export const Account = observed(real.Account, 'Account');
export const Application = observed(real.Application, 'Application');
export const BarocertRequest = observed(real.BarocertRequest, 'BarocertRequest');
export const Directory = observed(real.Directory, 'Directory');
export const Flow = observed(real.Flow, 'Flow');
export const Phone = observed(real.Phone, 'Phone');
export const User = observed(real.User, 'User');
export const Disclosures = observed(real.Disclosures, 'Disclosures');
export const AccessRecords = observed(real.AccessRecords, 'AccessRecords');
export const PushedRequest = observed(real.PushedRequest, 'PushedRequest');
export const Waiting = observed(real.Waiting, 'Waiting');

export {
  AppSessions,
  BarocertCarrier,
  Carrier,
  default,
  EventKeys,
  Gateway,
  GuardPages,
  Reviewers,
  Signer,
} from '../../../sandbox/local.ts';
