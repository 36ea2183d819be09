import type { Answer } from './http-response.ts';

/** An error that is thrown if a program's behavior differs from the specification. */
export class Mismatch extends Error {
  readonly expected: string;
  readonly came: string;

  constructor(expected: string, came: string) {
    super('A response differs from the specification');
    this.expected = expected;
    this.came = came;
  }
}

/**
 * An error that is thrown if a program doesn't follow a recommendation. The case then counts as skipped, and the
 * error's message is the skip reason.
 */
export class UndoneStep extends Error {}

/** @param came the received value or response. @throws {Mismatch} if the condition is false. */
export function expectThat(holds: boolean, expected: string, came: string | Answer): asserts holds {
  if (!holds) throw new Mismatch(expected, typeof came === 'string' ? came : describeAnswer(came));
}

export const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

function describeAnswer({ status, headers, text }: Answer): string {
  const location = headers.get('Location');
  const body = text.replaceAll(/\s+/g, ' ');
  return [`status ${status}`, location === null ? '' : `Location ${location}`, body]
    .filter(Boolean)
    .join(' ');
}
