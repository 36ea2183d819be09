import type { Risk } from '../../../core/protocol/login-facts.ts';

/** Whether the countries of the browser and of the approving phone match, if both are known. */
export type Countries = 'same' | 'other' | 'unknown';

/** The inputs of the risk decision. */
export interface RiskInputs {
  /** Whether this browser has signed in with the number before; without number match, at least a day ago. */
  known: boolean;
  country: Countries;
  /** Whether the service recently detected that a copied cookie of the number's owner was used. */
  reused: boolean;
  /** Whether the phone asked for the number on the page (`entry` isn't `none`). */
  matching: boolean;
}

/**
 * Makes the risk decision. A known browser may have one risk factor, because users travel, and because they
 * recover after a cookie was copied. The user must then type the digits. An unknown browser must not have any risk
 * factor, and the phone must have asked for the number on its page.
 * docs/verification/tables/risk-decision.md lists all combinations with their reasons.
 */
export function decideRisk({ known, country, reused, matching }: RiskInputs): Risk {
  const against = [country === 'other', reused].filter(Boolean).length;
  if (against === 0) return known || matching ? 'nothing' : 'no_automatic_login';
  return known && matching && against === 1 ? 'typed_digits' : 'no_automatic_login';
}

/**
 * Compares two countries (ISO 3166-1 alpha-2). @param browser Undefined if Cloudflare doesn't know the country or
 * reports Tor. @param phone Undefined if the phone hasn't responded or the carrier doesn't report the country.
 */
export function compareCountries(browser: string | undefined, phone: string | undefined): Countries {
  if (browser === undefined || phone === undefined) return 'unknown';
  return browser === phone ? 'same' : 'other';
}

/** Returns the input names to log, without country and network. */
export const inputNames = ({ known, country, reused, matching }: RiskInputs): string =>
  [
    known ? 'known' : 'stranger',
    `${country}_country`,
    ...(reused ? ['reused'] : []),
    ...(matching ? [] : ['unmatched']),
  ].join(' ');
