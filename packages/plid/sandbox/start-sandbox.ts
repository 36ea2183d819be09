import { readFileSync } from 'node:fs';
import path from 'node:path';
import { claimPort } from './claim-port.ts';
import type { BuiltWorld } from './miniflare-options.ts';
import { createSandboxClient, type SandboxClient } from './sandbox-client.ts';
import { SandboxError } from './sandbox-error.ts';
import { sandboxRequestsTo } from './sandbox-request.ts';
import { requireSavedState } from './saved-state.ts';
import { startProcess } from './start-process.ts';
import type { SandboxApplication, Seed } from './types.ts';

/** Options of a sandbox. Seed fields in these options replace the fields of the seed file. */
export interface SandboxOptions extends Seed {
  /** A seed, or the path of a JSON file that contains a seed. */
  seed?: Seed | string;
  /**
   * The folder of a state saved with {@link Sandbox.save}. The sandbox continues from this state and uses its
   * seed.
   */
  state?: string;
  /** Port on this machine. The default is 0, which means any free port. */
  port?: number;
  /**
   * `127.0.0.1`, or `0.0.0.0` for containers and phone emulators. `0.0.0.0` makes the sandbox reachable from the
   * network.
   */
  host?: string;
  /**
   * Additional allowed host names, such as `host.docker.internal` or `10.0.2.2`. Callback addresses of applications
   * at these hosts may use http.
   */
  allowHosts?: readonly string[];
  /**
   * Redirect URIs that every application of the sandbox accepts, such as `http://localhost:5173/callback`. The demo
   * applications accept them instead of `http://localhost:3000/callback`.
   */
  redirectUris?: readonly string[];
  /** Receives the workers' log lines. */
  log?: (line: string) => void;
}

/** Options of the command `plid sandbox`. */
export interface LocalOptions {
  /** The file of miniflare. Default: the installed one. */
  runtime?: string | undefined;
  /** Additional settings of the local environment. */
  settings?: Record<string, string>;
  /** Called if the sandbox ends although nothing has stopped it. */
  onLoss?: (failure: SandboxError) => void;
}

/** A sandbox that this process has started. */
export interface Sandbox extends SandboxClient {
  /**
   * Saves sign-ins, users, faults, and the clock to a folder, and replaces any earlier saved state. For about a
   * second, requests get no response. @throws {SandboxError} if the folder contains something other than a saved
   * state.
   */
  save(folder: string): Promise<void>;
  /** Stops the sandbox. Ends its process, deletes its files, and frees its port. */
  stop(): Promise<void>;
}

const hosts = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'];

/**
 * Starts the sandbox whose worker and bindings are in a folder. @throws {SandboxError} if an option or the seed is
 * invalid, the port is in use, or miniflare is missing.
 */
export async function startSandboxFrom(
  folder: string,
  options: SandboxOptions,
  local: LocalOptions = {},
): Promise<Sandbox> {
  for (let left = options.port ? 0 : retriesAtOtherPorts; ; left -= 1) {
    try {
      return await startOnce(folder, options, local);
    } catch (failure) {
      if (left === 0 || !isPortTaken(failure)) throw failure;
    }
  }
}

/**
 * Number of retries with other ports. Retries are needed because another program may take a free port before the
 * sandbox uses it.
 */
const retriesAtOtherPorts = 2;

const isPortTaken = (failure: unknown): boolean => /address already in use/i.test(String(failure));

async function startOnce(
  folder: string,
  options: SandboxOptions,
  { runtime, settings, onLoss }: LocalOptions,
): Promise<Sandbox> {
  const { port: wanted = 0, host = '127.0.0.1', allowHosts = [], redirectUris = [] } = options;
  refuseWrong(wanted, host, allowHosts);
  const seed = seedOf(options);
  const state = stateOf(options, seed);
  const world = JSON.parse(readFileSync(path.join(folder, 'world.json'), 'utf8')) as BuiltWorld;
  const port = await claimPort(wanted, host);
  const url = `http://localhost:${port}`;
  // The sandbox's keys are public, because any user who can reach a sandbox controls it anyway.
  const vars = {
    BASE_URL: url,
    ALLOWED_HOSTS: allowHosts.join(','),
    REDIRECT_URIS: redirectUris.join(' '),
    SEED: JSON.stringify(seed),
    ...settings,
  };
  return clientOfStarted(
    url,
    await startProcess({ folder, world, host, port, vars, state, runtime }, options.log, onLoss),
  );
}

/** Creates the client of a new sandbox. Stops the sandbox if the sandbox rejects the seed. */
export async function clientOfStarted(
  url: string,
  { save, stop }: Pick<Sandbox, 'save' | 'stop'>,
): Promise<Sandbox> {
  try {
    const ask = sandboxRequestsTo(url);
    const { applications } = await ask<{ applications: SandboxApplication[] }>('GET', '/applications');
    return Object.assign(createSandboxClient(url, ask, applications), {
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
    throw new SandboxError(`The port must be a number from 0 to 65535 (0 for any free port), not: ${port}`);
  if (!hosts.includes(host))
    throw new SandboxError(
      `The host must be one of ${hosts.join(', ')}, not: ${host}. To accept requests from other machines, use 0.0.0.0, and add to allowHosts the host name that those machines use.`,
    );
  const wrong = allowHosts.find((name) => !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(name));
  if (wrong !== undefined)
    throw new SandboxError(
      `A name in allowHosts must have no port and no capital letters, such as 10.0.2.2, not: ${wrong}`,
    );
}

/** @returns the folder of the saved state to continue; undefined for a new environment. */
function stateOf({ state }: SandboxOptions, seed: Seed): string | undefined {
  if (state === undefined) return undefined;
  if (Object.keys(seed).length > 0)
    throw new SandboxError(`A saved state already has a seed. Omit: ${Object.keys(seed).join(', ')}`);
  requireSavedState(state);
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
    throw new SandboxError(`The seed ${file} isn't JSON: ${(failure as Error).message}`);
  }
}
