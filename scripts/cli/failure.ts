import { styleText } from 'node:util';

/** An error that the person at the terminal can fix; only its message is shown. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Shows the message of a failure: in red where that is a colour, or as JSON for a program. */
export const printFailure = (message: string, asJson = false): void =>
  console.error(
    asJson ? JSON.stringify({ error: message }) : styleText('red', message, { stream: process.stderr }),
  );
