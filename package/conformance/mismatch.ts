import type { Answer } from './answer.ts';

/** A service has done something else than the specification says. */
export class Mismatch extends Error {
  readonly expected: string;
  readonly came: string;

  constructor(expected: string, came: string) {
    super('A service has done something else than the specification says');
    this.expected = withoutTokens(expected);
    this.came = withoutTokens(came);
  }
}

/** Long values are cut: a report is passed on, and must not hold a code, a token, a secret or a ciphertext. */
const withoutTokens = (text: string) =>
  text.replaceAll(/[\w.~+=-]{30,}/g, (value) => `${value.slice(0, 9)}…`);

/** @throws {Mismatch} unless it holds. @param came what came, or the answer that it was in. */
export function expectThat(holds: boolean, expected: string, came: string | Answer): asserts holds {
  if (!holds) throw new Mismatch(expected, typeof came === 'string' ? came : describeAnswer(came));
}

/** A value of JSON, for a report. */
export const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** An answer in a line. */
function describeAnswer({ status, headers, text }: Answer): string {
  const location = headers.get('Location');
  const body = text.replaceAll(/\s+/g, ' ').replaceAll(/"([^"\s]{9})[^"\s]{16,}"/g, '"$1…"');
  return [
    `status ${status}`,
    location === null ? '' : `Location ${location.slice(0, 60)}…`,
    body.slice(0, 200),
  ]
    .filter(Boolean)
    .join(' ');
}
