import type { Language } from '../../../core/http/language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { accountClient, accountClientId } from '../../shared/account-client.ts';
import { type Application, findApplication } from '../../shared/applications.ts';
import type { SentRequest } from '../../shared/authorization-request.ts';
import type { AuthorizeContext } from './authorize-settings.ts';

/**
 * The application that a sign-in is for: a registered one, or the service's own pages at the same host. Every step begins with it, so that none
 * reaches a phone or an account before the settings are known to be right: both are asked at once.
 * @param language of the own pages' name. @throws {ProtocolError} `unavailable`.
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
 * The application that an authorization request names.
 * @throws {ProtocolError} `invalid_item` if the name is repeated; `missing_client`, `unknown_client`, `unavailable`.
 */
export async function checkClient(
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
