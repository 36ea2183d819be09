import type { Language } from '../../core/http/language.ts';
import { callObject } from '../../core/storage/call-with-timeout.ts';
import { namedObject } from '../../core/storage/named-object.ts';
import { describeFailure } from '../../core/worker/log.ts';
import type { StatedVersion } from '../objects/application-changes.ts';
import type { Application } from '../shared/applications.ts';
import { type Consent, termsInLanguage } from '../shared/consents.ts';
import type { AccountContext } from './account-settings.ts';

/**
 * Returns the texts that a user read before consenting. If the application has changed since then, the texts come
 * from the application's Durable Object. The texts are empty for a consent of release 0.2, which stored no
 * agreement. The texts are also empty if the object fails, because users must still be able to disconnect. @param
 * application the current registration, or undefined if it was deleted.
 */
export async function agreedTerms(
  context: AccountContext,
  { client_id, agreement }: Consent,
  application: Application | undefined,
  language: Language,
): Promise<ReturnType<typeof termsInLanguage>> {
  if (agreement?.terms === undefined) return termsInLanguage({}, language);
  if (application?.version === agreement.version) return termsInLanguage(application, language);
  const { env } = context;
  const asking: Promise<StatedVersion[] | undefined> = namedObject(env.APPLICATION, client_id, env).stated();
  try {
    const versions = await callObject('reading what an application has stated', asking);
    return termsInLanguage(versions?.find(({ version }) => version <= agreement.version) ?? {}, language);
  } catch (failure) {
    context.log('warn', { client_id, stated: false, cause: describeFailure(failure) });
    return termsInLanguage({}, language);
  }
}
