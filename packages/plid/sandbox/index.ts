import { type Sandbox, type SandboxOptions, startSandboxFrom } from './start-sandbox.ts';

export { connectSandbox, type SandboxClient } from './sandbox-client.ts';
export { SandboxError } from './sandbox-error.ts';
export type { PersonOfSandbox } from './sandbox-person.ts';
export type { Sandbox, SandboxOptions } from './start-sandbox.ts';
export type * from './types.ts';

/**
 * Starts the whole login service on this machine, with carriers and phones that a test controls.
 * @throws {SandboxError} if an option or the seed is invalid, the port is in use, or miniflare is missing.
 */
export const startSandbox = (options: SandboxOptions = {}): Promise<Sandbox> =>
  startSandboxFrom(import.meta.dirname, options);
