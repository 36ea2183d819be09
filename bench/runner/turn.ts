import type { OthersWatch } from './machine.ts';
import { type Folders, type Running, startHelper, startSystem } from './process.ts';
import type { Helper, System } from './system.ts';
import { type LoadResult, load } from './wrk.ts';

/** Starts systems and their helpers, prepares them, and stops them at the end. The others may call the first one. */
export async function withSystems<Result>(
  systems: Iterable<System>,
  helpers: readonly Helper[],
  folders: Folders,
  use: (running: ReadonlyMap<System, Running>) => Promise<Result>,
): Promise<Result> {
  const started: Running[] = [];
  const keep = (process: Running): Running => {
    started.push(process);
    return process;
  };
  try {
    const ports = new Map<string, number>();
    for (const helper of helpers)
      ports.set(helper.name, keep(await startHelper(helper, folders)).portOf(helper.name));
    const running = new Map<System, Running>();
    for (const system of systems) {
      const process = keep(await startSystem(system, folders, ports));
      running.set(system, process);
      const first = [...running.values()][0] ?? process;
      await system.prepare?.(process.call, first.call);
    }
    return await use(running);
  } finally {
    await Promise.all(started.map((process) => process.stop()));
  }
}

interface Turn {
  system: System;
  process: Running;
  count: number;
  connections: number;
  seconds: number;
  once: boolean | undefined;
  folder: string;
  others: OthersWatch;
}

interface TurnResult extends LoadResult {
  /** CPU milliseconds per request. */
  cpu: number;
  /** Requests per second. */
  rate: number;
  /** Whether the single-use requests ran out. */
  isDrained: boolean;
}

/** Makes requests, sends them to a system for a time, and counts what its process does meanwhile. */
export async function takeTurn({ system, process, count, others, ...options }: Turn): Promise<TurnResult> {
  const requests = await system.requests(process.call, count);
  const before = process.cpuSeconds();
  const window = others.begin(process.cpuSeconds);
  const result = await load({ ...options, port: process.portOf(system.target), requests });
  const used = process.cpuSeconds() - before;
  window.end();
  return {
    ...result,
    cpu: (used * 1000) / result.requests,
    rate: (result.requests * 1e6) / result.microseconds,
    isDrained: options.once === true && result.requests > requests.length,
  };
}
