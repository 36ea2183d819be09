import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import { attributesForScope } from '../../../openid/scopes.ts';
import { ReturnedError } from '../../protocol/returned-error.ts';
import { refuseRepeated } from '../../protocol/sent-request.ts';
import type { OptionalFormat } from '../../sign-in/flow/request-format.ts';
import type { AuthorizeContext } from '../../sign-in/settings/sign-in-settings.ts';
import { issueOpenIdCode, openIdGrant } from '../../tokens/openid-codes.ts';
import { openIdReader, returnAddress } from './openid-reader.ts';

/** The request of OpenID Connect, which has a scope. Its code leads to an id_token. */
export const openIdFormat: OptionalFormat = {
  ...openIdReader,
  returned(application, sent, error) {
    refuseRepeated(sent, ['scope']);
    const { redirect_uri = '' } = sent.values;
    if (!application.redirect_uris.includes(redirect_uri)) return error;
    return new ReturnedError(error, returnAddress(application, sent, redirect_uri));
  },
  covers: ({ scope }) => scope !== undefined,
  statesIssuer: true,
  allowsAutomaticLogin: ({ openid_automatic }) => openid_automatic,
  attributesOf: ({ scope }, registered) => attributesForScope(scope, registered),
  namedUser: (context, client_id, { id_token_hint }) => hintedUser(context, client_id, id_token_hint),
  grantFields: openIdGrant,
  issueCode: (keys, { facts: _, ...granted }) => issueOpenIdCode(keys, granted),
};

/**
 * Returns the plid of the user that an OpenID request's `id_token_hint` identifies. No other user gets a code
 * (OpenID Connect Core 1.0 §3.1.2.2).
 * @returns Undefined if there is no hint. An empty string, which matches no account, if the hint isn't valid or
 * belongs to another application.
 */
async function hintedUser(
  { env }: AuthorizeContext,
  client_id: string,
  id_token_hint: string | undefined,
): Promise<string | undefined> {
  if (id_token_hint === undefined) return undefined;
  const hint = await callWorker('reading an id_token', env.SIGNER.readHint(id_token_hint, env.BASE_URL));
  return hint?.audience === client_id ? hint.subject : '';
}
