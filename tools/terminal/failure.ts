import { styleText } from 'node:util';
import { printableText } from '../../packages/plid/command/printable.ts';
import { io } from './io.ts';

/** An error that the user of a command can fix. Only its message is printed. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Status of a server's error response. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** An invalid command line. Nothing was started. */
export class UsageFailure extends Failure {}

/** Ends a command that has already printed everything, with an exit code. */
export class ExitStatus extends Error {
  override readonly name = 'Ended';
  readonly code: number;

  constructor(code: number) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

/** Prints the message of a failure: in red on a terminal, or as JSON for a program. */
export function printFailure(message: string, asJson = false): void {
  const { console, stderr: stream } = io();
  console.error(
    asJson ? JSON.stringify({ error: message }) : styleText('red', printableText(message), { stream }),
  );
}
