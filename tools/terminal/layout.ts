import { stripVTControlCharacters, styleText } from 'node:util';
import { printableCell, printableText } from '../../packages/plid/command/printable.ts';
import { type Io, io } from './io.ts';

/** Characters that take two columns of a terminal: Hangul, Han, kana, full-width forms. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;
/** Columns between two cells. */
const gap = 2;

/** Maximum number of columns of a line: the width of the terminal; unlimited if the output is a file or a pipe. */
export const terminalColumns = (
  { isTTY, columns }: Pick<Io['stdout'], 'isTTY' | 'columns'> = io().stdout,
): number => (isTTY ? columns || 80 : Number.POSITIVE_INFINITY);

/** The number of columns of a text, without its color codes. */
export function columnsOf(text: string): number {
  const shown = stripVTControlCharacters(text);
  return shown.length + (shown.match(wide)?.length ?? 0);
}

/** The text, padded with spaces to a number of columns. */
export const pad = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(columnsOf));

/** Wraps a text between words. Longer words stay whole, because they may be URLs or secrets to copy. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || columnsOf(longer) > columns) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** A label with its value. */
export type Line = [string, string];

/** Several values below one label. */
export const labelled = (label: string, values: readonly string[]): Line[] =>
  values.map((value, index) => [index === 0 ? label : '', value]);

/**
 * Formats labels with their values in two columns. If they don't fit, each value is below its label. An empty label
 * continues the previous one.
 */
export function describe(
  rows: readonly (readonly [label: string, value: string])[],
  columns = terminalColumns(),
): string {
  const labels = widest(rows.map(([label]) => label)) + gap;
  const words = widest(rows.flatMap(([, value]) => value.split(' ')));
  const isStacked = labels + words > columns;
  const indent = ' '.repeat(isStacked ? gap : labels);
  const lines = rows.map(([label, text]) => {
    const value = wrap(printableText(text), columns - indent.length).join(`\n${indent}`);
    if (isStacked && label !== '') return `${label}\n${indent}${value}`;
    return `${pad(label, indent.length)}${value}`;
  });
  return lines.map((line) => line.trimEnd()).join('\n');
}

/**
 * A table with columns as wide as their widest cell. If it doesn't fit, the last column is wrapped; if there is no
 * room for that either, each row is a list with the header's labels. Control characters in cells are written as text.
 */
export function table(
  header: readonly string[],
  texts: readonly (readonly string[])[],
  columns = terminalColumns(),
): string {
  const rows = texts.map((row) => row.map(printableCell));
  const cellsOf = (column: number) => [header, ...rows].map((row) => row[column] ?? '');
  const widths = header.slice(0, -1).map((_, column) => widest(cellsOf(column)) + gap);
  const indent = widths.reduce((sum, each) => sum + each, 0);
  const room = columns - indent;
  if (widest(cellsOf(widths.length).flatMap((cell) => cell.split(' '))) > room) {
    const labelled = (row: readonly string[]) =>
      header.map((name, column) => [name, row[column] ?? ''] as const);
    return rows.map((row) => describe(labelled(row), columns)).join('\n\n');
  }
  const line = (row: readonly string[]) => {
    const last = wrap(row[widths.length] ?? '', room).join(`\n${' '.repeat(indent)}`);
    return (widths.map((width, column) => pad(row[column] ?? '', width)).join('') + last).trimEnd();
  };
  return [styleText('bold', line(header), { stream: io().stdout }), ...rows.map(line)].join('\n');
}
