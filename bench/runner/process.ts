import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle } from './bundles.ts';
import { writeConfiguration } from './configuration.ts';
import type { Call, Helper, System, Worker } from './system.ts';

export interface Folders {
  /** Bundles, configurations, logs. */
  built: string;
  /** The Durable Objects' data: in memory, or on disk. */
  data: string;
}

export interface Running {
  readonly pid: number;
  portOf(worker: string): number;
  readonly call: Call;
  /** The CPU time that it has used so far, in seconds. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** The binary of workerd that wrangler depends on. */
const workerd = (): string => {
  const fromWrangler = createRequire(createRequire(import.meta.url).resolve('wrangler'));
  const { default: file } = createRequire(fromWrangler.resolve('miniflare'))('workerd') as {
    default: string;
  };
  return file;
};

let count = 0;

/** Starts a system, its bundles built as for a deployment. @param helpers the ports of the helpers that are up, by name. */
export const startSystem = (
  system: Pick<System, 'name' | 'workers'>,
  folders: Folders,
  helpers: ReadonlyMap<string, number> = new Map(),
): Promise<Running> => start(system.name, system.workers, folders, helpers);

/** Starts a helper that the systems of a case call. */
export async function startHelper(helper: Helper, folders: Folders): Promise<Running> {
  return start(helper.name, [helper], folders, new Map());
}

async function start(
  name: string,
  workers: readonly Worker[],
  { built, data }: Folders,
  helpers: ReadonlyMap<string, number>,
): Promise<Running> {
  count += 1;
  const file = path.join(built, `${name}-${count}`);
  const own = path.join(data, `${name}-${count}`);
  mkdirSync(own, { recursive: true });
  const bundles = 'bundles';
  await bundle(
    workers.map(({ source }) => source),
    path.join(built, bundles),
  );
  const configure = (ports: ReadonlyMap<string, number>) =>
    writeConfiguration(workers, { bundles, data: own, ports, helpers });
  const { ports, pid, said, stop } = await listen(workers, file, configure);
  const portOf = (worker: string): number => {
    const port = ports.get(worker);
    if (port === undefined) throw new Error(`${name} has no worker ${worker}`);
    return port;
  };
  const call: Call = async (worker, address, init) => {
    const url = `http://127.0.0.1:${portOf(worker)}${address}`;
    const response = await fetch(url, { redirect: 'manual', ...init }).catch((cause: unknown) => {
      throw new Error(`${name} does not answer.\n${said()}`, { cause });
    });
    if (response.status < 400) return response;
    throw new Error(`${name} ${worker} ${address}: ${response.status} ${await response.text()}`);
  };
  return { pid, portOf, call, cpuSeconds: () => cpuSeconds(pid), stop };
}

/** Starts workerd on free ports. Starts it again if another program has taken one of them meanwhile. */
async function listen(
  workers: readonly Worker[],
  file: string,
  configure: (ports: ReadonlyMap<string, number>) => string,
) {
  for (let attempt = 1; ; attempt += 1) {
    const free = await freePorts(workers.length);
    const ports = new Map(workers.map((worker, index) => [worker.name, free[index] ?? 0]));
    writeFileSync(`${file}.capnp`, configure(ports));
    const started = spawnWorkerd(file);
    const { hasEnded, said, stop } = started;
    const all = Promise.all([...ports.values()].map((port) => listening(port, hasEnded, said)));
    const failure = await all.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    // The other program may be the one that accepts.
    await sleep(20);
    const isTaken = said().includes('Address already in use');
    if (failure === undefined && !isTaken && !hasEnded()) return { ports, ...started };
    await stop();
    if (!isTaken || attempt === 3) throw failure ?? new Error(`No free ports:\n${said()}`);
  }
}

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill();
});

/** @param file the path of the configuration and of the log next to it, without their extensions. */
function spawnWorkerd(file: string) {
  const log = openSync(`${file}.log`, 'w');
  const stdio = ['ignore', log, log] as const;
  const child = spawn(workerd(), ['serve', '--experimental', `${file}.capnp`], { stdio: [...stdio] });
  closeSync(log);
  children.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    pid: child.pid ?? 0,
    said: () => readFileSync(`${file}.log`, 'utf8').slice(0, 2000),
    hasEnded: () => child.exitCode !== null,
    async stop() {
      child.kill();
      await ended;
      children.delete(child);
    },
  };
}

/** The run time of all threads of a process, which the kernel counts in nanoseconds. @returns seconds. */
function cpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0; // The thread has ended since it was listed.
    }
  });
  return threads.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9;
}

async function freePorts(wanted: number): Promise<number[]> {
  const servers = Array.from({ length: wanted }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** How long a process may take to listen, in milliseconds. */
const startTimeout = 30_000;

async function listening(port: number, hasEnded: () => boolean, said: () => string): Promise<void> {
  for (const until = Date.now() + startTimeout; Date.now() < until; await sleep(20)) {
    if (hasEnded()) break;
    if (await accepts(port)) return;
  }
  throw new Error(`workerd does not start:\n${said()}`);
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
