import { carrierCodes } from '../../../packages/plid/protocol/user-record.ts';
import { bearerTokensSetting } from '../../core/worker/bearer-tokens.ts';

/**
 * Tokens for the service's APIs for operators and carriers: named tokens such as `kim:TOKEN,lee@people:TOKEN`, or
 * a single token.
 */
export const operatorTokens = {
  /** Tokens for the applications API, the people API, and the check of the carriers. */
  ADMIN_TOKEN: bearerTokensSetting('admin', ['applications', 'people', 'carriers'], 'token'),
  /**
   * Tokens for carriers. A token that is limited to a carrier reaches only that carrier's numbers and requests.
   */
  CARRIER_TOKEN: bearerTokensSetting('carrier', carrierCodes),
};
