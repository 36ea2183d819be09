import { styleText } from 'node:util';
import { io } from './io.ts';

/** An error that the person at the terminal can fix; only its message is shown. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Of the answer with which a server has refused a call. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** A command line that is wrong. Nothing was started. */
export class UsageFailure extends Failure {}

/** Ends a command that has said everything already with an exit code. */
export class ExitStatus extends Error {
  override readonly name = 'Ended';
  readonly code: number;

  constructor(code: number) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

/** Shows the message of a failure: in red where that is a colour, or as JSON for a program. */
export function printFailure(message: string, asJson = false): void {
  const { console, stderr: stream } = io();
  console.error(asJson ? JSON.stringify({ error: message }) : styleText('red', message, { stream }));
}
