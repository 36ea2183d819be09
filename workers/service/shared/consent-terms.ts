import { sha256Base64url } from '../../core/crypto/bytes.ts';
import { type Language, languages } from '../../core/http/language.ts';
import type { Attribute } from '../../core/protocol/user-record.ts';

/**
 * What people are told before they agree that an application receives their data: who, what for and for how long (Personal
 * Information Protection Act of Korea, Article 17 (2)), and what they may refuse.
 */
export interface ConsentTerms {
  /** Who receives: the legal name of the company. */
  recipient: string;
  /** In Korean, and in English; where the English text is empty, people read the Korean one. The same for `retention`. */
  purpose: string;
  purpose_en: string;
  retention: string;
  retention_en: string;
  /** The application's privacy notice. */
  privacy_url: string;
  /** Where people ask the application; empty where there is no such page. */
  support_url: string;
  /** Those of its attributes that a person may refuse and still sign in. */
  optional: Attribute[];
}

const required = ['recipient', 'purpose', 'retention', 'privacy_url'] as const;

/** What an application has to state and has not: those that release 0.2 registered have none of it. */
export const missingTerms = (terms: Partial<Pick<ConsentTerms, (typeof required)[number]>>) =>
  required.filter((name) => !terms[name]);

/** The terms that a person reads in a language; undefined where the application has not stated them. */
export function statedTerms(terms: Partial<ConsentTerms>, language: Language) {
  const { recipient, purpose, purpose_en, retention, retention_en } = terms;
  const isEnglish = language === 'en';
  return {
    recipient: recipient || undefined,
    purpose: (isEnglish && purpose_en) || purpose || undefined,
    retention: (isEnglish && retention_en) || retention || undefined,
  };
}

/** By language, what names the terms that people read in it: Base64url of a SHA-256. */
export type TermsDigests = Record<Language, string>;

/**
 * Names the terms that an application states: who has agreed to others is asked again. An address or an English text that is added is
 * no reason to ask those who have read the Korean one. @returns undefined while the terms are incomplete.
 */
export async function digestTerms(terms: Partial<ConsentTerms>): Promise<TermsDigests | undefined> {
  if (missingTerms(terms).length > 0) return undefined;
  const digests = languages.map(async (language) => {
    const { recipient, purpose, retention } = statedTerms(terms, language);
    return [language, await sha256Base64url(JSON.stringify([recipient, purpose, retention]))];
  });
  return Object.fromEntries(await Promise.all(digests)) as TermsDigests;
}
