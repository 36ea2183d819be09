import type { Language } from '../../../core/http/language.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { namedObject } from '../../../core/storage/named-object.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import type { StatedVersion } from '../../objects/application-changes.ts';
import type { Application } from '../../registry/applications.ts';
import { type Consent, type ShownTerms, termsInLanguage } from '../../registry/consents.ts';
import type { AccountContext } from './account-settings.ts';

/**
 * Returns the texts that a user read before consenting. If the application has changed since then, the texts come
 * from the application's Durable Object. The texts are empty if the object fails, because users must still be able
 * to disconnect. @param
 * application the current registration, or undefined if it was deleted.
 */
export async function agreedTerms(
  context: AccountContext,
  { client_id, agreement }: Consent,
  application: Application | undefined,
  language: Language,
): Promise<Partial<ShownTerms>> {
  if (application?.version === agreement.version) return termsInLanguage(application, language);
  const { env } = context;
  const asking: Promise<StatedVersion[] | undefined> = namedObject(env.APPLICATION, client_id, env).stated();
  try {
    const versions = await callObject('reading what an application has stated', asking);
    const stated = versions?.find(({ version }) => version <= agreement.version);
    return stated === undefined ? {} : termsInLanguage(stated, language);
  } catch (failure) {
    context.log('warn', { client_id, stated: false, cause: describeFailure(failure) });
    return {};
  }
}
