import { bearerTokensSetting } from '../../core/worker/bearer-tokens.ts';

/** The tokens of those who call the service's APIs for operators: `kim:TOKEN,lee@people:TOKEN`, or one token. */
export const operatorTokens = {
  /** Of the applications API, and of the people API. */
  ADMIN_TOKEN: bearerTokensSetting('admin', ['applications', 'people']),
  /** Of the subscribers API. */
  CARRIER_TOKEN: bearerTokensSetting('carrier'),
};
