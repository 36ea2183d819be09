import type { AsPlainObject, Options } from 'minisearch';
import type { Group } from './synonyms.ts';

/** A section as the index contains it: each field has the terms of its text, separated by spaces. */
export interface IndexedSection {
  id: string;
  title: string;
  titles: string[];
  heading: string;
  parents: string;
  text: string;
  /** Parts of Korean compounds, and words of code. */
  extra: string;
}

/** How the build writes the index and a browser reads it. */
export const indexOptions = {
  fields: ['heading', 'parents', 'text', 'extra'],
  storeFields: ['title', 'titles'],
  tokenize: (text) => text.split(' '),
  processTerm: (term) => term,
} satisfies Options<IndexedSection>;

/** What a browser loads. */
export interface StoredIndex {
  synonyms: Group[];
  index: AsPlainObject | { toJSON(): AsPlainObject };
}
