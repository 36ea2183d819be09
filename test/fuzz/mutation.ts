import type { Choices } from './choices.ts';
import type { Draft } from './draft.ts';

/** Values that mean something in a world, by name: `asker.code`. */
export type Values = Readonly<Record<string, string>>;

/** One change of a request. It can be made to the same request of another world, whose values are others. */
export interface Mutation {
  says: string;
  change(draft: Draft, values: Values): void;
}

/** What the requests of a stranger have in the place of a value that means something. */
export const madeUp = 'bWFkZS11cA.bWFkZS11cA.bWFkZS11cA';

/** Draws one change of a request. @param known the names of values that it may bring in. */
export type Draw = (choices: Choices, draft: Draft, known: readonly string[]) => Mutation | undefined;

export const brief = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 30)}…${text.length}` : text);
