import { attributes, encryptedAttributes } from '../protocol/user-record.ts';

const encryptedFields = attributes.filter((name) => encryptedAttributes.has(name));

/** The text of a report in the place of a secret, a code, a token or a person's value. */
const masked = '…';

/** The maximum length of a text in a report, in characters. */
const maxLength = 300;

/** Names whose values are always masked. `code` is the result of an envelope as well (§2.4): it is masked by its value. */
const secretNames = new RegExp(
  `("(?:\\w*token|\\w*secret|${encryptedFields.join('|')}|plid|state)"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|\\d+)`,
  'gi',
);

/** A value of fewer Latin letters or digits stands in texts by chance; a name of two Korean letters does not. */
const tooShort = /^[\x20-\x7e]{0,3}$/;

/**
 * Masks what must not stand in a report that is passed on: the values of one run, as they are and in an address. Long values are
 * cut besides, since they may be unknown ciphertexts or secrets.
 */
export class Masks {
  readonly #values = new Set<string>();

  /** @param values that were sent, or that came back; undefined for those that are not there. */
  add(...values: (string | null | undefined)[]): void {
    for (const value of values) {
      if (value === null || value === undefined || tooShort.test(value)) continue;
      this.#values.add(value).add(encodeURIComponent(value));
    }
  }

  /** Finds the tokens in what a service has answered, under whatever name that ends in `token`. */
  addTokens(answer: Record<string, unknown> = {}): void {
    for (const [name, value] of Object.entries(answer))
      if (/token$/i.test(name) && typeof value === 'string') this.add(value);
  }

  /** A text without any of them, and not too long. */
  mask(text: string): string {
    const longestFirst = [...this.#values].sort((one, other) => other.length - one.length);
    const without = longestFirst.reduce((left, value) => left.replaceAll(value, masked), text);
    const named = without.replaceAll(secretNames, `$1"${masked}"`);
    const cut = named.replaceAll(/[\w.~+/=-]{25,}/g, (value) => `${value.slice(0, 9)}${masked}`);
    return cut.length > maxLength ? `${cut.slice(0, maxLength)}${masked}` : cut;
  }
}
