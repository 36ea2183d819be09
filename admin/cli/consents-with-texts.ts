import { Failure } from '../../tools/terminal/failure.ts';
import { userAttributeTexts } from '../../workers/core/protocol/attribute-texts.ts';
import { attributes } from '../../workers/core/protocol/user-record.ts';
import { termsInLanguage } from '../../workers/service/registry/consents.ts';
import type { AdminApi, StatedVersion } from './admin-api.ts';
import type { Consent, PersonAtService } from './people-api.ts';

/** A consent and the texts that the user read, in the language and version that applied at that time. */
export type ConsentWithTexts = Consent & {
  /** The texts that the user read. */
  texts: { recipient?: string; purpose?: string; retention?: string; items: string };
};

export type UserWithConsentTexts = Omit<PersonAtService, 'consents' | 'earlierConsents'> &
  Record<'consents' | 'earlierConsents', ConsentWithTexts[]>;

/**
 * Adds to each of a user's consents the texts that the user read. @param admin the operator API of the same
 * service. @throws {Failure} if the service doesn't respond.
 */
export async function withConsentTexts(
  admin: AdminApi,
  person: PersonAtService,
): Promise<UserWithConsentTexts> {
  const { consents, earlierConsents } = person;
  const ids = new Set([...consents, ...earlierConsents].map(({ client_id }) => client_id));
  const stated = new Map<string, readonly StatedVersion[]>();
  for (const id of ids) stated.set(id, await readStated(admin, id));
  const addTexts = (consent: Consent) => withTexts(consent, stated.get(consent.client_id) ?? []);
  return { ...person, consents: consents.map(addTexts), earlierConsents: earlierConsents.map(addTexts) };
}

/**
 * Reads the consent texts of an application.
 * @returns an empty list if the service doesn't know the application. This is the case for the service's own
 * account pages.
 */
async function readStated(admin: AdminApi, client_id: string): Promise<readonly StatedVersion[]> {
  try {
    return (await admin.terms(client_id)).terms;
  } catch (failure) {
    if (failure instanceof Failure) return [];
    throw failure;
  }
}

function withTexts(consent: Consent, versions: readonly StatedVersion[]): ConsentWithTexts {
  const { language, words, version } = consent.agreement;
  const read = versions.find((stated) => stated.version <= version);
  const items = attributes
    .filter((name) => consent.attributes.includes(name))
    .map((name) => userAttributeTexts(language, name, words).name);
  const terms = read === undefined ? {} : termsInLanguage(read, language);
  return { ...consent, texts: { ...terms, items: items.join(', ') } };
}
