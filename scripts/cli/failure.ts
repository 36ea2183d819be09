import { styleText } from 'node:util';

/** An error that the person at the terminal can fix; only its message is shown. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Shows the message of a failure, in red where that is a colour. */
export const printFailure = (message: string): void =>
  console.error(styleText('red', message, { stream: process.stderr }));
