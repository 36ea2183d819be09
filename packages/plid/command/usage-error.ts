import { SandboxError } from '../sandbox/index.ts';

/** An invalid command line. Nothing was started. */
export class UsageError extends SandboxError {}
