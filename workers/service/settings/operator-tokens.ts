import { carrierCodes } from '../../core/protocol/user-record.ts';
import { bearerTokensSetting } from '../../core/worker/bearer-tokens.ts';

/**
 * Whether a `CARRIER_TOKEN` belongs to a system instead of an operator: a token without a name of its own, and its
 * successors in rotations.
 */
export const isSystemToken = (name: string): boolean => /^carrier\d*$/.test(name);

/** Tokens for the service's APIs for operators and carriers, such as `kim:TOKEN,lee@people:TOKEN`. */
export const operatorTokens = {
  /**
   * Bearer tokens of the operator APIs, comma-separated, each with the name of its owner. Change them at any
   * time.
   *
   * The APIs are the applications API, the people API, the access records, and the check of the carriers. Access
   * records contain the names.
   */
  ADMIN_TOKEN: bearerTokensSetting(undefined, ['applications', 'people', 'carriers', 'audit'], 'token'),
  /**
   * Bearer tokens for carriers' calls to the service, comma-separated. `kt@K:TOKEN` reaches only KT's numbers.
   * To change one, accept both for a while.
   *
   * A token that is limited to a carrier reaches only that carrier's numbers and requests. Calls with a named
   * token that isn't limited are recorded as an operator's.
   */
  CARRIER_TOKEN: bearerTokensSetting('carrier', carrierCodes),
};
