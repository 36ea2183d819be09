import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { clientOf, type SandboxClient } from './sandbox-client.ts';
import { SandboxError } from './sandbox-error.ts';
import { sandboxRequestsTo } from './sandbox-request.ts';
import { refuseNoState } from './saved-state.ts';
import { startProcess } from './start-process.ts';
import type { SandboxApplication, Seed } from './types.ts';
import type { BuiltWorld } from './world-bindings.ts';

/** How to start a sandbox. Fields of a seed that stand here replace those of its file. */
export interface SandboxOptions extends Seed {
  /** A seed, or the path of a JSON file that holds one. */
  seed?: Seed | string;
  /** The folder of a state that {@link Sandbox.save} has kept: the sandbox goes on from there, with the seed of that one. */
  state?: string;
  /** Of this machine; any free one for 0, which is the default. */
  port?: number;
  /** `127.0.0.1`, or `0.0.0.0` for containers and emulators of phones: then every machine of the network can reach it. */
  host?: string;
  /** Further names by which it may be called, such as `host.docker.internal` or `10.0.2.2`. */
  allowHosts?: readonly string[];
  /** Takes the lines that the workers log. */
  log?: (line: string) => void;
}

/** A sandbox that this process has started. */
export interface Sandbox extends SandboxClient {
  /**
   * Keeps everything in a folder, in the place of what was saved there: sign-ins, people, faults, the clock. For about a second nothing is answered.
   * @throws {SandboxError} where the folder holds something else.
   */
  save(folder: string): Promise<void>;
  /** Ends it. Nothing is left: no process, no file, no port. */
  stop(): Promise<void>;
}

const hosts = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'];

/**
 * Starts a sandbox whose worker and bindings are in a folder.
 * @throws {SandboxError} where an option or the seed is wrong, the port is taken, or miniflare is not installed.
 */
export async function startFrom(folder: string, options: SandboxOptions): Promise<Sandbox> {
  for (let left = options.port ? 0 : retriesAtOtherPorts; ; left -= 1) {
    try {
      return await startOnce(folder, options);
    } catch (failure) {
      if (left === 0 || !isPortTaken(failure)) throw failure;
    }
  }
}

/** Another program may take a free port between its choice and its use. */
const retriesAtOtherPorts = 2;

const isPortTaken = (failure: unknown): boolean => /address already in use/i.test(String(failure));

async function startOnce(folder: string, options: SandboxOptions): Promise<Sandbox> {
  const { port: wanted = 0, host = '127.0.0.1', allowHosts = [] } = options;
  refuseWrong(wanted, host, allowHosts);
  const seed = seedOf(options);
  const state = stateOf(options, seed);
  const world = JSON.parse(readFileSync(path.join(folder, 'world.json'), 'utf8')) as BuiltWorld;
  const port = await claimPort(wanted, host);
  const url = `http://localhost:${port}`;
  // Its keys are those that everybody knows: whoever reaches a sandbox commands it anyhow.
  const vars = { BASE_URL: url, ALLOWED_HOSTS: allowHosts.join(','), SEED: JSON.stringify(seed) };
  return clientOfStarted(url, await startProcess({ folder, world, host, port, vars, state }, options.log));
}

/** The client of a sandbox that has just been started. One that refuses its seed is stopped. */
export async function clientOfStarted(
  url: string,
  { save, stop }: Pick<Sandbox, 'save' | 'stop'>,
): Promise<Sandbox> {
  try {
    const ask = sandboxRequestsTo(url);
    const { applications } = await ask<{ applications: SandboxApplication[] }>('GET', '/applications');
    return Object.assign(clientOf(url, ask, applications), {
      stop,
      save: (to: string) => save(path.resolve(to)),
    });
  } catch (failure) {
    await stop();
    throw failure;
  }
}

function refuseWrong(port: number, host: string, allowHosts: readonly string[]): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SandboxError(`The port is a number from 0 to 65535, 0 for any free one, not: ${port}`);
  if (!hosts.includes(host))
    throw new SandboxError(
      `The host is one of ${hosts.join(', ')}, not: ${host}. For other machines: 0.0.0.0, with their name for this one in allowHosts.`,
    );
  const wrong = allowHosts.find((name) => !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name));
  if (wrong !== undefined)
    throw new SandboxError(
      `A name in allowHosts has no port and no capital letters, such as 10.0.2.2, not: ${wrong}`,
    );
}

/** @returns the folder of the saved state to begin with; undefined for a new world. */
function stateOf({ state }: SandboxOptions, seed: Seed): string | undefined {
  if (state === undefined) return undefined;
  if (Object.keys(seed).length > 0)
    throw new SandboxError(`A saved state has a seed already. Leave out: ${Object.keys(seed).join(', ')}`);
  refuseNoState(state);
  return path.resolve(state);
}

function seedOf({ seed, applications, people, faults, preset, limits }: SandboxOptions): Seed {
  const base = typeof seed === 'string' ? readSeedFile(seed) : seed;
  const own = { applications, people, faults, preset, limits };
  return { ...base, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) };
}

function readSeedFile(file: string): Seed {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (failure) {
    throw new SandboxError(`The seed ${file} cannot be read: ${(failure as Error).message}`);
  }
  try {
    return JSON.parse(text) as Seed;
  } catch (failure) {
    throw new SandboxError(`The seed ${file} is no JSON: ${(failure as Error).message}`);
  }
}

/** The workers have to know their address before they start. @returns the port, or a free one for 0. */
function claimPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new SandboxError(
          `The port ${port} cannot be used (${code}). Choose another one, or 0 for any free one.`,
        ),
      ),
    );
    server.listen({ port, host }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
