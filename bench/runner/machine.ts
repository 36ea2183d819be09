import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release } from 'node:os';

/** Clock ticks per second in /proc (getconf CLK_TCK). */
const ticks = 100;

/** What all programs of the machine together have used so far, in CPU seconds. */
function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / ticks;
}

/** What this process and its children that have ended (wrk) have used so far, in CPU seconds. */
function ownSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return [11, 12, 13, 14].reduce((sum, index) => sum + (fields[index] ?? 0), 0) / ticks;
}

/** Watches, while something is measured, how much of the machine other programs take. */
export interface OthersWatch {
  /** @param systemSeconds the CPU time of the measured process so far. */
  begin(systemSeconds: () => number): { end(): void };
  /** From 0 to 1: the part of the machine's CPU time that other programs have taken during the measurements. */
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
  /** Over the last minute: how many programs want to run. Our own measurements count about 2. */
  load: number;
}

export const describeMachine = (): Machine => ({
  processor: cpus()[0]?.model ?? 'unknown',
  processors: availableParallelism(),
  kernel: release(),
  load: loadavg()[0] ?? 0,
});

/** From which share of other programs on the figures are those of a crowded machine. */
export const crowdedShare = 0.1;
