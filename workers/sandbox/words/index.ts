import type { Language } from '../../core/http/language.ts';
import { en } from './sandbox-en.ts';
import { ko } from './sandbox-ko.ts';

/** A catalogue of texts by name, in each language. */
export type Catalogues<Name extends string> = Record<Language, Record<Name, string>>;

/** Finds a text in a page's language, and fills in what stands in it in braces. */
export type Finds<Name extends string> = (name: Name, values?: Record<string, string>) => string;

export const findsWords =
  <Name extends string>(catalogues: Catalogues<Name>) =>
  (language: Language): Finds<Name> =>
  (name, values = {}) =>
    catalogues[language][name].replace(/\{(\w+)\}/g, (_, value: string) => values[value] ?? '');

/** The texts of the sandbox's own pages. */
export const wordsIn = findsWords({ ko, en });
export type Words = ReturnType<typeof wordsIn>;
