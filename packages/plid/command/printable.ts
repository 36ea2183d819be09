import type { Io } from './io.ts';

/** Bold and the colors of the commands' own output. Black isn't among them, because it can hide a text. */
const style = String.raw`\u001b\[(?:1|22|3[1-69])m`;
/**
 * Control characters (C0 except tab and line feed, DEL, and C1), line separators, and characters that change the
 * direction of text.
 */
const control = String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]`;
const styleOrControl = new RegExp(`${style}|${control}`, 'g');
const anyControl = new RegExp(control, 'g');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Returns a text in which control and direction characters are written as `\u001b`, so that a server's text can't
 * change or hide other lines of a terminal. In JSON, the result has the same meaning. Line breaks and the commands'
 * own colors stay.
 */
export const printable = (text: string): string =>
  text.replace(styleOrControl, (found) => (found.length > 1 ? found : escaped(found)));

/** Like {@link printable}, but also writes colors as text, because the text comes from a server. */
export const printableText = (text: string): string => text.replace(anyControl, escaped);

/** Like {@link printableText}, but also writes line breaks and tabs as text, for a cell of a table. */
export const printableCell = (text: string): string => printableText(text).replace(/[\t\n]/g, escaped);

/** Returns the streams of a command with a console that prints only {@link printable} texts. */
export function withPrintableConsole<Streams extends Pick<Io, 'console'>>(io: Streams): Streams {
  const { console } = io;
  const safe = (values: unknown[]) =>
    values.map((value) => (typeof value === 'string' ? printable(value) : value));
  const value: Io['console'] = {
    log: (...values) => console.log(...safe(values)),
    error: (...values) => console.error(...safe(values)),
  };
  // The streams of the process are opened on first use, so they aren't copied.
  return Object.create(io, { console: { value } });
}
