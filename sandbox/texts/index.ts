import type { Language } from '../../workers/core/http/language.ts';
import { userAttributeTexts } from '../../workers/core/protocol/attribute-texts.ts';
import { fill } from '../../workers/core/protocol/texts.ts';
import { type Attribute, attributes } from '../../workers/core/protocol/user-record.ts';
import { en } from './sandbox-en.ts';
import { ko } from './sandbox-ko.ts';

/** Texts by name, in each language. */
export type Catalogues<Name extends string> = Record<Language, Record<Name, string>>;

/** Finds a text in a page's language and replaces its `{…}` with values. */
export type TextLookup<Name extends string> = (name: Name, values?: Record<string, string>) => string;

/**
 * Returns a function that creates a text lookup for a language. The lookup finds the texts of a catalogue, and the
 * names of attributes.
 */
export const textFinder =
  <Name extends string>(catalogues: Catalogues<Name>) =>
  (language: Language): TextLookup<Name | Attribute> => {
    const names = attributes.map((attribute) => [attribute, userAttributeTexts(language, attribute).name]);
    const texts: Record<Name | Attribute, string> = {
      ...Object.fromEntries(names),
      ...catalogues[language],
    };
    return (name, values = {}) => fill(texts[name], values);
  };

/** Texts of the sandbox's pages. */
export const sandboxTexts = textFinder({ ko, en });
export type SandboxTexts = ReturnType<typeof sandboxTexts>;
