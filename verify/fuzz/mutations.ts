import type { Choices } from './choices.ts';
import { addedField, edited, moved, otherField, otherPath, twice, withoutField } from './field-mutations.ts';
import {
  otherBody,
  otherHeader,
  otherJson,
  otherMethod,
  secondHeader,
  withoutHeader,
} from './message-mutations.ts';
import type { Draw, Mutation, Values } from './mutation.ts';
import type { Draft } from './request-draft.ts';

/** The weight of each kind of change: those that reach the parsers of our own code come most often. */
const draws: readonly [weight: number, draw: Draw][] = [
  [5, otherField],
  [3, edited],
  [2, withoutField],
  [3, twice],
  [2, addedField],
  [1, moved],
  [5, otherHeader],
  [1, withoutHeader],
  [1, secondHeader],
  [3, otherJson],
  [2, otherBody],
  [1, otherMethod],
  [1, otherPath],
];
const drawn = draws.flatMap(([weight, draw]) => Array.from({ length: weight }, () => draw));

/**
 * Draws changes of a request. @param known the names of values that a change may use.
 * @param max the most changes.
 */
export function drawMutations(
  choices: Choices,
  draft: Draft,
  known: readonly string[],
  max: number,
): Mutation[] {
  return Array.from({ length: choices.upTo(max) }, () => choices.pick(drawn)(choices, draft, known)).filter(
    (mutation) => mutation !== undefined,
  );
}

export function mutated(draft: Draft, mutations: readonly Mutation[], values: Values): Draft {
  const copy = structuredClone(draft);
  for (const { change } of mutations) change(copy, values);
  return copy;
}
