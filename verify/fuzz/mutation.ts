import type { Choices } from './choices.ts';
import type { Draft } from './request-draft.ts';

/** Valid values of a world, by name: `asker.code`. */
export type Values = Readonly<Record<string, string>>;

/** One change of a request. It can be applied to the same request in another world, with that world's values. */
export interface Mutation {
  says: string;
  change(draft: Draft, values: Values): void;
}

/** The value that a stranger's requests have in place of a valid one. */
export const madeUp = 'bWFkZS11cA.bWFkZS11cA.bWFkZS11cA';

/** Draws one change of a request. @param known the names of values that it may use. */
export type Draw = (choices: Choices, draft: Draft, known: readonly string[]) => Mutation | undefined;

export const brief = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 30)}…${text.length}` : text);
