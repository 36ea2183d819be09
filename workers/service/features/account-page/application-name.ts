import { accountClient, accountClientId } from '../../registry/account-client.ts';
import { findApplication } from '../../registry/applications.ts';
import { frameOf } from './account-frame.tsx';
import type { AccountContext } from './account-settings.ts';
import { accountTexts } from './account-texts.ts';

/** Returns the display name of an application or of the account pages. @throws {ProtocolError} `unavailable`. */
export async function applicationName(context: AccountContext, client_id: string): Promise<string> {
  const { language } = frameOf(context);
  if (client_id === accountClientId) return accountClient(context.url.origin, language).name;
  return (await findApplication(context, client_id))?.name ?? accountTexts[language].list.gone;
}
