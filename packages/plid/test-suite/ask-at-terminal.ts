import { createInterface } from 'node:readline/promises';

/** Asks the developer at the terminal. @param told text above the question. @returns the trimmed answer. */
export async function askAtTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  told: string,
  question: string,
): Promise<string> {
  const terminal = createInterface({ input, output });
  try {
    output.write(`\n${told}\n`);
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
