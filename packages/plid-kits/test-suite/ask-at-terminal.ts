import { createInterface } from 'node:readline/promises';

/** Asks the developer at the terminal. @param prompt text above the question. @returns the trimmed answer. */
export async function askAtTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  prompt: string,
  question: string,
): Promise<string> {
  const terminal = createInterface({ input, output });
  try {
    output.write(`\n${prompt}\n`);
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
