import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import type { Attribute } from '../../../packages/plid/protocol/user-record.ts';
import { type Language, languages } from '../../core/http/language.ts';
import type { ConsentTerms } from './application-fields.ts';

const required = ['recipient', 'purpose', 'retention', 'privacy_url'] as const;

/** The required texts that an application lacks: one that release 0.2 registered lacks all. */
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

/** The digests of each application's terms, as long as its copy is in memory. */
const digested = new WeakMap<object, TermsDigests>();

/**
 * Names the terms that an application states: a person who has agreed to others is asked again. An address or an English text that is added is
 * no reason to ask those who have read the Korean one. @returns undefined while the terms are incomplete.
 */
export async function digestTerms(terms: Partial<ConsentTerms>): Promise<TermsDigests | undefined> {
  if (missingTerms(terms).length > 0) return undefined;
  const cached = digested.get(terms);
  if (cached !== undefined) return cached;
  const digests = languages.map(async (language) => {
    const { recipient, purpose, retention } = statedTerms(terms, language);
    return [language, await sha256Base64url(JSON.stringify([recipient, purpose, retention]))];
  });
  const found: TermsDigests = Object.fromEntries(await Promise.all(digests));
  digested.set(terms, found);
  return found;
}

export interface Asked {
  /** The attributes that the application registered for; once the person has agreed, those that they agreed to. */
  asked: Attribute[];
  /** Those that the person may refuse. */
  optional?: Attribute[];
  /** The digests of what it states; absent where it states nothing. */
  terms?: TermsDigests;
}

/** A person's answer on the consent page, beside the attributes that they agreed to: enough to show it to them years later. */
export interface Agreement {
  refused: Attribute[];
  /** The digest of the terms in the language in which they were read; absent where the application stated none. */
  terms?: string;
  /** Of the application, when the page was shown: its object keeps the terms of each version. */
  version: number;
  language: Language;
  /** Which version of the page's own sentences (consent-words.ts). */
  words: number;
}

/** A consent in force, or an earlier one. Those from release 0.2 say only which attributes were agreed to. */
export interface Consent {
  client_id: string;
  attributes: Attribute[];
  /** When, in seconds since 1970. */
  agreed?: number;
  agreement?: Agreement;
}

/**
 * Whether a person has answered everything that an application asks: agreed to what is required, agreed to or refused what is
 * optional, and read the terms that it states today, in one of their languages.
 */
export function covers(consent: Consent | undefined, { asked, optional = [], terms }: Asked): boolean {
  if (consent === undefined) return false;
  const { attributes, agreement } = consent;
  const isAnswered = (attribute: Attribute) =>
    attributes.includes(attribute) ||
    (optional.includes(attribute) && agreement?.refused.includes(attribute) === true);
  const hasReadTerms =
    terms === undefined || (agreement?.terms !== undefined && Object.values(terms).includes(agreement.terms));
  return hasReadTerms && asked.every(isAnswered);
}
