import { type Sandbox, type SandboxOptions, startFrom } from './start-sandbox.ts';

export { connectSandbox, type SandboxClient } from './sandbox-client.ts';
export { SandboxError } from './sandbox-error.ts';
export type { PersonOfSandbox } from './sandbox-person.ts';
export type { Sandbox, SandboxOptions } from './start-sandbox.ts';
export type * from './types.ts';

/**
 * Starts the whole login service on this machine, with carriers and phones that a test commands.
 * @throws {SandboxError} where an option or the seed is wrong, the port is taken, or miniflare is not installed.
 */
export const startSandbox = (options: SandboxOptions = {}): Promise<Sandbox> =>
  startFrom(import.meta.dirname, options);
