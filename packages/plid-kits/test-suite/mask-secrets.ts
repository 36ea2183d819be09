import { attributes, encryptedAttributes } from '../../../workers/core/protocol/user-record.ts';

const encryptedFields = attributes.filter((name) => encryptedAttributes.has(name));

/** The replacement for a secret, a code, a token, or personal data in a report. */
const masked = '…';

/** Maximum length of a text in a report, in characters. */
const maxLength = 300;

/**
 * Names whose values are always masked. `code` isn't included, because it's also the name of an envelope's result
 * (§2.4). An authorization code is masked by its value instead.
 */
const secretNames = new RegExp(
  `("(?:\\w*token|\\w*secret|${encryptedFields.join('|')}|plid|state)"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|\\d+)`,
  'gi',
);

/**
 * Values that are too short to mask. Up to three ASCII characters can appear in texts by chance, but a name with
 * two Korean letters can't.
 */
const tooShort = /^[\x20-\x7e]{0,3}$/;

/**
 * Masks the secrets and personal data of one run in a report, including their URL-encoded values. Long values are
 * also truncated, because they may be unknown ciphertexts or secrets.
 */
export class Masks {
  readonly #values = new Set<string>();

  /** Adds values to mask. @param values values that were sent or received. Missing values are undefined. */
  add(...values: (string | null | undefined)[]): void {
    for (const value of values) {
      if (value === null || value === undefined || tooShort.test(value)) continue;
      this.#values.add(value).add(encodeURIComponent(value));
    }
  }

  /** Adds the value of each field in a response whose name ends in `token`, so that all tokens are masked. */
  addTokens(answer: Record<string, unknown> = {}): void {
    for (const [name, value] of Object.entries(answer))
      if (/token$/i.test(name) && typeof value === 'string') this.add(value);
  }

  /** Returns a text with masked values and limited length. */
  mask(text: string): string {
    const longestFirst = [...this.#values].sort((one, other) => other.length - one.length);
    const without = longestFirst.reduce((left, value) => left.replaceAll(value, masked), text);
    const named = without.replaceAll(secretNames, `$1"${masked}"`);
    const cut = named.replaceAll(/[\w.~+/=-]{25,}/g, (value) => `${value.slice(0, 9)}${masked}`);
    return cut.length > maxLength ? `${cut.slice(0, maxLength)}${masked}` : cut;
  }
}
