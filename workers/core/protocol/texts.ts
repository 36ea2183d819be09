import type { Language } from '../http/language.ts';

/** One text in every language. */
export type Texts = Record<Language, string>;

/** Puts values in the place of `{name}`; a name without a value leaves nothing. */
export function fill(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
