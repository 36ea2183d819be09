import { execFileSync } from 'node:child_process';
import type { Process } from '../../test/support/world/npm-start.ts';

/**
 * The processes of `npm start` whose memory is measured, by their names in the report: the runtime of the workers, wrangler's
 * proxy in front of it, which is a runtime too, and wrangler.
 */
export function measuredProcesses(all: readonly Process[]): Record<string, number> {
  const named = (name: string, belongs: (command: string) => boolean) =>
    all.filter(({ command }) => belongs(command)).map(({ pid }) => [name, pid] as const);
  const isRuntime = (command: string) => /\bworkerd serve\b/.test(command);
  const isProxy = (command: string) => isRuntime(command) && /--socket-addr=entry=localhost:/.test(command);
  const found = [
    ...named('workers', (command) => isRuntime(command) && !isProxy(command)),
    ...named("wrangler's proxy", isProxy),
    ...named('wrangler', (command) => /wrangler-dist\/cli\.js dev\b/.test(command)),
  ];
  const processes = Object.fromEntries(found);
  if (found.length !== 3 || Object.keys(processes).length !== 3)
    throw new Error(`npm start has other processes than expected: ${found.map(([name]) => name).join(', ')}`);
  return processes;
}

/** Resident memory of each process that runs, in bytes, by its name. */
export function memoryOf(processes: Readonly<Record<string, number>>): Record<string, number> {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,rss='], { encoding: 'utf8' });
  const kibibytes = new Map(
    listed.split('\n').map((line) => {
      const [pid = '', size = ''] = line.trim().split(/\s+/);
      return [Number(pid), Number(size)];
    }),
  );
  return Object.fromEntries(
    Object.entries(processes).flatMap(([name, pid]) => {
      const size = kibibytes.get(pid);
      return size === undefined ? [] : [[name, size * 1024]];
    }),
  );
}
