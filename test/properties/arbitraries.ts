import fc from 'fast-check';
import { expect } from 'vitest';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { seed } from '../support/seed.ts';

fc.configureGlobal({ seed });

/** Any text that UTF-8 can carry. */
export const anyText = fc.string({ unit: 'grapheme', maxLength: 30 });

/** Texts full of characters that trouble parsers, among any others. */
export const nastyText = (...parts: string[]) =>
  fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...parts) },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 3 }) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 2 }) },
      ),
      { maxLength: 12 },
    )
    .map((chosen) => chosen.join(''));

/** The part of a text that a header can hold: the rest never reaches a worker. */
export const asHeader = (text: string): string =>
  text.replaceAll(/[^\t -~\u0080-\u00ff]/g, '').replace(/^[\t ]+|[\t ]+$/g, '');

/**
 * The result of a parser, or the reason for which it refuses; a refusal has a status below 500.
 * @throws any other error: no input may cause one.
 */
export function resultOf<Result>(parse: () => Result): { value: Result } | { refused: string } {
  try {
    return { value: parse() };
  } catch (failure) {
    if (failure instanceof ProtocolError && failure.status < 500) return { refused: failure.reason };
    throw failure;
  }
}

/** Counts the branches that a property takes, so that none of them goes untried. */
export function countBranches<Name extends string>(...names: Name[]) {
  const untried = new Set(names);
  return {
    take(name: Name): void {
      untried.delete(name);
    },
    expectAllTaken(): void {
      expect([...untried], 'branches that no input has taken').toEqual([]);
    },
  };
}
