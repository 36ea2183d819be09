import type { Language } from '../http/language.ts';

/** One text in every language. */
export type Texts = Record<Language, string>;

/** Replaces each `{name}` in a text with the value of that name, or removes `{name}` if there is no value. */
export function fill(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
