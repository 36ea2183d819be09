import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import type { Attribute } from '../../../packages/plid/protocol/user-record.ts';
import { type Language, languages } from '../../core/http/language.ts';
import type { ConsentTerms } from './application-fields.ts';

const required = ['recipient', 'purpose', 'retention', 'privacy_url'] as const;

/** Returns the required texts that an application lacks. Registrations of release 0.2 lack all of them. */
export const missingTerms = (terms: Partial<Pick<ConsentTerms, (typeof required)[number]>>) =>
  required.filter((name) => !terms[name]);

/** Returns the consent terms in a language. A term is undefined if the application hasn't provided it. */
export function termsInLanguage(terms: Partial<ConsentTerms>, language: Language) {
  const { recipient, purpose, purpose_en, retention, retention_en } = terms;
  const isEnglish = language === 'en';
  return {
    recipient: recipient || undefined,
    purpose: (isEnglish && purpose_en) || purpose || undefined,
    retention: (isEnglish && retention_en) || retention || undefined,
  };
}

/** Digests of the terms by language. Each is a Base64url-encoded SHA-256. */
export type TermsDigests = Record<Language, string>;

/** Digests of each application's terms, cached together with the application's copy. */
const digested = new WeakMap<object, TermsDigests>();

/**
 * Returns digests of an application's terms. Users who have agreed to other terms are asked again. Adding an
 * address or an English text doesn't affect users who have read the Korean text.
 * @returns undefined if the terms are incomplete.
 */
export async function digestTerms(terms: Partial<ConsentTerms>): Promise<TermsDigests | undefined> {
  if (missingTerms(terms).length > 0) return undefined;
  const cached = digested.get(terms);
  if (cached !== undefined) return cached;
  const digests = languages.map(async (language) => {
    const { recipient, purpose, retention } = termsInLanguage(terms, language);
    return [language, await sha256Base64url(JSON.stringify([recipient, purpose, retention]))];
  });
  const found: TermsDigests = Object.fromEntries(await Promise.all(digests));
  digested.set(terms, found);
  return found;
}

export interface RequestedConsent {
  /**
   * The attributes that the application is registered for or, after consent, the attributes that the user agreed
   * to.
   */
  asked: Attribute[];
  /** Attributes that the user may refuse. */
  optional?: Attribute[];
  /** Digests of the terms. Missing if there are no terms. */
  terms?: TermsDigests;
}

/**
 * A user's choices on the consent page, in addition to the attributes. They are sufficient to show the consent
 * years later.
 */
export interface Agreement {
  refused: Attribute[];
  /** Digest of the terms in the language that the user read. Missing if there are no terms. */
  terms?: string;
  /**
   * Version of the application when the page was shown. The application's object stores the terms of each version.
   */
  version: number;
  language: Language;
  /** Version of the page's own texts (consent-texts.ts). */
  words: number;
}

/** A current or earlier consent. Consents of release 0.2 contain only the attributes. */
export interface Consent {
  client_id: string;
  attributes: Attribute[];
  /** Time of consent, in seconds since 1970. */
  agreed?: number;
  agreement?: Agreement;
}

/**
 * Returns whether a consent covers everything that an application requests. The user must have agreed to required
 * attributes, and must have agreed to or refused optional ones. The consent must also cover the current terms in
 * one of their languages.
 */
export function covers(
  consent: Consent | undefined,
  { asked, optional = [], terms }: RequestedConsent,
): boolean {
  if (consent === undefined) return false;
  const { attributes, agreement } = consent;
  const isAnswered = (attribute: Attribute) =>
    attributes.includes(attribute) ||
    (optional.includes(attribute) && agreement?.refused.includes(attribute) === true);
  const hasReadTerms =
    terms === undefined || (agreement?.terms !== undefined && Object.values(terms).includes(agreement.terms));
  return hasReadTerms && asked.every(isAnswered);
}
