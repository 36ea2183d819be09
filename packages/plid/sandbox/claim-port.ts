import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { SandboxError } from './sandbox-error.ts';

/**
 * Ports that no operating system assigns to programs by itself. The sandbox's port is free for moments, before the
 * start and during a save, and no program that asks for any port may get it then.
 */
const unassignedPorts = { from: 11_000, to: 32_000 };
const maxAttempts = 100;

/**
 * Claims a port before the start, because workers need to know their URL by then.
 * @returns the port, or a free port if `port` is 0. @throws {SandboxError} if the port cannot be used.
 */
export async function claimPort(port: number, host: string): Promise<number> {
  for (let left = port === 0 ? maxAttempts : 1; ; left -= 1) {
    const tried = port === 0 ? randomInt(unassignedPorts.from, unassignedPorts.to) : port;
    const code = await tryPort(tried, host);
    if (code === undefined) return tried;
    if (left === 1)
      throw new SandboxError(
        `The port ${tried} cannot be used (${code}). Choose another port, or 0 for any free port.`,
      );
  }
}

/** @returns the error's code if the port cannot be used. */
const tryPort = (port: number, host: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
