import { createInterface } from 'node:readline/promises';

/** Asks somebody at a terminal. @param told stands above the question. @returns what they write, without spaces around it. */
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
