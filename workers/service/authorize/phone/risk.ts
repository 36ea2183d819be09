import type { Risk } from '../../../../packages/plid/protocol/login-facts.ts';

/** The countries of the browser and of the approving phone, as far as both are known. */
export type Countries = 'same' | 'other' | 'unknown';

/** Everything that the decision weighs. */
export interface RiskInputs {
  /** Whether this browser has signed in with the number before. */
  known: boolean;
  country: Countries;
  /** Whether a copy of a cookie of the number's owner was noticed of late. */
  reused: boolean;
}

/**
 * The one risk decision. A known browser may have one thing against it, since people travel and clean up after a copy; then the digits have to be typed.
 * A browser that nobody knows may have none. docs/security.md, "The risk decision", has all combinations with the reason of each.
 */
export function decideRisk({ known, country, reused }: RiskInputs): Risk {
  const against = [country === 'other', reused].filter(Boolean).length;
  if (against === 0) return 'nothing';
  return known && against === 1 ? 'typed_digits' : 'no_automatic_login';
}

/**
 * Compares two countries (ISO 3166-1 alpha-2).
 * @param browser undefined where Cloudflare knows none, and for Tor. @param phone undefined before the phone has answered, and where the carrier does not say.
 */
export function compareCountries(browser: string | undefined, phone: string | undefined): Countries {
  if (browser === undefined || phone === undefined) return 'unknown';
  return browser === phone ? 'same' : 'other';
}

/** The inputs by name, for the log: no place, no network. */
export const inputNames = ({ known, country, reused }: RiskInputs): string =>
  [known ? 'known' : 'stranger', `${country}_country`, ...(reused ? ['reused'] : [])].join(' ');
