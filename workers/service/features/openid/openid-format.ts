import { attributesForScope } from '../../../core/openid/scopes.ts';
import type { RequestFormat } from '../../authorize/sign-in/request-format.ts';
import { issueOpenIdCode, openIdGrant } from '../../shared/openid-codes.ts';
import { hintedUser } from './id-token-hint.ts';
import { openIdReader } from './openid-reader.ts';

/** The request of OpenID Connect, which has a scope. Its code leads to an id_token. */
export const openIdFormat: RequestFormat = {
  reader: openIdReader,
  covers: ({ scope }) => scope !== undefined,
  statesIssuer: true,
  allowsAutomaticLogin: ({ openid_automatic }) => openid_automatic,
  attributesOf: ({ scope }, registered) => attributesForScope(scope, registered),
  namedUser: (context, client_id, { id_token_hint }) => hintedUser(context, client_id, id_token_hint),
  grantFields: openIdGrant,
  issueCode: (keys, { facts: _, ...granted }) => issueOpenIdCode(keys, granted),
};
