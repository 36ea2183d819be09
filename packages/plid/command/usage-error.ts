import { SandboxError } from '../sandbox/index.ts';

/** Words that are no command, or an option that is missing or not understood: nothing was begun. */
export class UsageError extends SandboxError {}
