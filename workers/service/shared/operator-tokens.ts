import { carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { bearerTokensSetting } from '../../core/worker/bearer-tokens.ts';

/** Tokens for the service's operator and carrier APIs: `kim:TOKEN,lee@people:TOKEN`, or one token. */
export const operatorTokens = {
  /** For the applications API, the people API, and the check of the carriers. */
  ADMIN_TOKEN: bearerTokensSetting('admin', ['applications', 'people', 'carriers'], 'token'),
  /** For carriers. A token limited to a carrier only reaches its numbers and requests. */
  CARRIER_TOKEN: bearerTokensSetting('carrier', carrierCodes),
};
