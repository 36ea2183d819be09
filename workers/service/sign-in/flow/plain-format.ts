import { issueCode } from '../../tokens/codes.ts';
import type { RequestFormat } from './request-format.ts';

/** The request of §4.1, which is answered with the code of §4.2. */
export const plainFormat: RequestFormat = {
  statesIssuer: false,
  allowsAutomaticLogin: () => true,
  attributesOf: (_, registered) => [...registered],
  grantFields: () => ({}),
  issueCode(keys, { facts, ...granted }, { application, client_id, redirect_uri, code_challenge }, now) {
    const extra = application.login_facts && facts !== undefined ? { facts } : {};
    return issueCode(keys, { ...granted, ...extra, client_id, redirect_uri, code_challenge }, now);
  },
};
