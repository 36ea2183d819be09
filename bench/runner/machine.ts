import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release } from 'node:os';

/** Clock ticks per second in /proc (getconf CLK_TCK). */
const ticks = 100;

/** CPU time that all programs of the machine have used so far, in seconds. */
function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / ticks;
}

/** CPU time that this process and its ended children (wrk) have used so far, in seconds. */
function ownSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0) / ticks;
}

/** Measures what share of the machine other programs take during a measurement. */
export interface OthersWatch {
  /** @param systemSeconds the CPU time of the measured process so far. */
  begin(systemSeconds: () => number): { end(): void };
  /** The share of the machine's CPU time that other programs have taken during the measurements, from 0 to 1. */
  share(): number;
}

export function watchOthers(): OthersWatch {
  let others = 0;
  let all = 0;
  return {
    begin(systemSeconds) {
      const at = () => ({ time: Date.now(), busy: busySeconds(), ours: ownSeconds() + systemSeconds() });
      const start = at();
      return {
        end() {
          const end = at();
          others += Math.max(0, end.busy - start.busy - (end.ours - start.ours));
          all += ((end.time - start.time) / 1000) * availableParallelism();
        },
      };
    },
    share: () => (all === 0 ? 0 : others / all),
  };
}

/** The machine, as a report names it. */
export interface Machine {
  processor: string;
  processors: number;
  kernel: string;
  /** The number of programs that want to run, over the last minute. Our own measurements count about 2. */
  load: number;
}

export const describeMachine = (): Machine => ({
  processor: cpus()[0]?.model ?? 'unknown',
  processors: availableParallelism(),
  kernel: release(),
  load: loadavg()[0] ?? 0,
});

/** From this share of other programs on, a report calls the machine crowded. */
export const crowdedShare = 0.1;
