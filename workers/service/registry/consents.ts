import { sha256Base64url } from '../../core/crypto/bytes.ts';
import { type Language, languages } from '../../core/http/language.ts';
import type { Attribute } from '../../core/protocol/user-record.ts';
import type { ConsentTerms } from './application-fields.ts';

/** The texts that every application must have. Only the client of the service's own account pages has none. */
export const requiredTerms = ['recipient', 'purpose', 'retention', 'privacy_url'] as const;

/** The consent terms in one language. */
export type ShownTerms = Pick<ConsentTerms, 'recipient' | 'purpose' | 'retention'>;

/** Returns the consent terms in a language. */
export function termsInLanguage(terms: ConsentTerms, language: Language): ShownTerms {
  const { recipient, purpose, purpose_en, retention, retention_en } = terms;
  const isEnglish = language === 'en';
  return {
    recipient,
    purpose: (isEnglish && purpose_en) || purpose,
    retention: (isEnglish && retention_en) || retention,
  };
}

/** Digests of the terms by language. Each is a Base64url-encoded SHA-256. */
export type TermsDigests = Record<Language, string>;

/** Digests of each application's terms, cached together with the application's copy. */
const digested = new WeakMap<object, TermsDigests>();

/**
 * Returns digests of an application's terms. Users who have agreed to other terms are asked again. Adding an
 * address or an English text doesn't affect users who have read the Korean text.
 * @returns undefined if there are no terms.
 */
export async function digestTerms(terms: ConsentTerms): Promise<TermsDigests | undefined> {
  if (requiredTerms.some((name) => terms[name] === '')) return undefined;
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
  /** Digest of the terms in the language that the user read. */
  terms: string;
  /**
   * Version of the application when the page was shown. The application's object stores the terms of each version.
   */
  version: number;
  language: Language;
  /** Version of the page's own texts (consent-texts.ts). */
  words: number;
}

/** A current or earlier consent. */
export interface Consent {
  client_id: string;
  attributes: Attribute[];
  /** Time of consent, in seconds since 1970. */
  agreed: number;
  agreement: Agreement;
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
    attributes.includes(attribute) || (optional.includes(attribute) && agreement.refused.includes(attribute));
  const hasReadTerms = terms === undefined || Object.values(terms).includes(agreement.terms);
  return hasReadTerms && asked.every(isAnswered);
}
