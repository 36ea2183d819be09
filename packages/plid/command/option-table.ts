/** An option and what it does, for the help of a command. */
export type HelpRow = readonly [option: string, text: string];

/** Columns of a help text. */
const width = 120;
const textColumn = 28;

/** Returns the rows of a help text, in two aligned columns. */
export const optionTable = (rows: readonly HelpRow[]): string => rows.flatMap(linesOf).join('\n');

function linesOf([option, text]: HelpRow): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const extended = `${lines.at(-1)} ${word}`.trim();
    if (textColumn + extended.length <= width) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  const margin = ' '.repeat(textColumn);
  const hasRoom = option.length + 4 <= textColumn;
  const [first = '', ...others] = lines;
  const rest = others.map((line) => margin + line);
  return hasRoom
    ? [`  ${option}`.padEnd(textColumn) + first, ...rest]
    : [`  ${option}`, margin + first, ...rest];
}
