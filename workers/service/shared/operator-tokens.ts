import { carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { bearerTokensSetting } from '../../core/worker/bearer-tokens.ts';

/** The tokens of those who call the service's APIs for operators: `kim:TOKEN,lee@people:TOKEN`, or one token. */
export const operatorTokens = {
  /** Of the applications API, of the people API, and of the check of the carriers. */
  ADMIN_TOKEN: bearerTokensSetting('admin', ['applications', 'people', 'carriers'], 'token'),
  /** Of those who call for the carriers. One that is limited to a carrier reaches its numbers and requests alone. */
  CARRIER_TOKEN: bearerTokensSetting('carrier', carrierCodes),
};
