import type { Language } from '../../../core/http/language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import type { SentRequest } from '../../protocol/sent-request.ts';
import { accountClient, accountClientId } from '../../registry/account-client.ts';
import { type Application, findApplication } from '../../registry/applications.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';

/**
 * Returns the application of a sign-in, which is a registered application or the service's own account page on the
 * same host. The settings check runs at the same time. Every step of a sign-in starts with this call, so that no
 * step reaches a phone or an account if the settings are invalid. @param language Language of the account page's
 * name. @throws {ProtocolError} `unavailable`.
 */
export async function findClient(
  context: AuthorizeContext,
  client_id: string,
  language: Language,
): Promise<Application | undefined> {
  const finding =
    client_id === accountClientId
      ? accountClient(context.url.origin, language)
      : findApplication(context, client_id);
  const [application] = await Promise.all([finding, context.settingsChecked]);
  return application;
}

/**
 * Returns the application that an authorization request names.
 * @throws {ProtocolError} `invalid_item` if `client_id` is repeated; `missing_client`, `unknown_client`,
 * `unavailable`.
 */
export async function requireRequestedClient(
  context: AuthorizeContext,
  { values, repeated }: SentRequest,
  language: Language,
): Promise<Application> {
  const { client_id } = values;
  if (repeated.includes('client_id')) throw new ProtocolError(refusals.invalid_item, { item: 'client_id' });
  if (client_id === undefined) throw new ProtocolError(refusals.missing_client);
  const application = await findClient(context, client_id, language);
  if (application === undefined) throw new ProtocolError(refusals.unknown_client);
  return application;
}
