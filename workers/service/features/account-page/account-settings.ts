import * as v from 'valibot';
import type { Context } from '../../../core/worker/endpoint.ts';
import { operatorSettings } from '../../settings/operator-settings.ts';
import { bindings } from '../../settings/service-bindings.ts';

const { KEYS, APPLICATIONS, LOCATION_HINT, APPLICATION, ACCOUNT, PHONE, HSTS_SUBDOMAINS } = bindings;

export const schema = v.object({
  KEYS,
  APPLICATIONS,
  LOCATION_HINT,
  APPLICATION,
  ACCOUNT,
  PHONE,
  HSTS_SUBDOMAINS,
  ...operatorSettings,
});

export type Env = v.InferOutput<typeof schema>;
export type AccountContext = Context<Env>;

/** Notices that the account page can show. */
export const accountPageNotices = [
  'disconnected',
  'allDisconnected',
  'loginEnded',
  'passkeyEnded',
  'browsersForgotten',
  'noticeEnded',
  'noticeKept',
  'noticeOver',
  'signedOut',
  'ended',
  'failed',
  'notShown',
  'denied',
] as const;
export type Notice = (typeof accountPageNotices)[number];
