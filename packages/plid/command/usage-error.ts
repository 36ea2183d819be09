import { SandboxError } from '../sandbox/sandbox-error.ts';

/** An error that is thrown if a command line is invalid. The command has started nothing. */
export class UsageError extends SandboxError {}
