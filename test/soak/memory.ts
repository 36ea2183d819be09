import { existsSync, readFileSync } from 'node:fs';
import { heldMemory } from './held-memory.ts';
import type { SoakWorld } from './soak-world.ts';

/** The memory that workers hold after a number of logins, in KiB by the worker's name. */
interface Look {
  logins: number;
  held: Map<string, number>;
}

/**
 * The growth that a worker is allowed, in KiB: keys for 1,000 sessions stay in the memory of workers that read sessions, and an
 * object stays for some 70 s after its last call. V8's own tables and compiled code vary by up to 1,500.
 */
const allowedGrowth = 4 * 1024;
const everySecond = 1_000;

/** Watches the memory of the runtime; a life of it ends when it is killed. */
export class MemoryWatch {
  readonly #world: SoakWorld;
  readonly #logins: () => number;
  readonly #timer: NodeJS.Timeout;
  /** Resident memory of all processes of the runtime, in MiB, once a second. */
  #resident: number[] = [];
  #looks: Look[] = [];

  constructor(world: SoakWorld, logins: () => number) {
    this.#world = world;
    this.#logins = logins;
    this.#timer = setInterval(() => {
      const resident = residentOf(world.harness.pids());
      if (resident > 0) this.#resident.push(resident);
    }, everySecond);
  }

  /** Begins a new life of the runtime after a kill. */
  restart(): void {
    this.#resident = [];
    this.#looks = [];
  }

  /** Measures the memory that workers hold: once a life has begun, and again at its end. */
  async look(): Promise<void> {
    this.#looks.push({ logins: this.#logins(), held: await heldMemory(this.#world.harness) });
  }

  get hasLooked(): boolean {
    return this.#looks.length > 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Resident, in MiB. */
  get latest(): number {
    return Math.round(this.#resident.at(-1) ?? 0);
  }

  /** The medians of the resident memory in each fifth of the runtime's last life, in MiB. */
  get fifths(): number[] {
    const size = Math.floor(this.#resident.length / 5);
    return [0, 1, 2, 3, 4].map((index) => medianOf(this.#resident.slice(index * size, (index + 1) * size)));
  }

  /** The growth of that memory between the first and the last measurement of the runtime's last life. */
  get growth(): Growth | undefined {
    const [first, last] = [this.#looks[0], this.#looks.at(-1)];
    if (first === undefined || last === undefined || first === last) return undefined;
    const grown = [...last.held].map(([worker, kib]) => ({
      worker,
      kib: kib - (first.held.get(worker) ?? 0),
    }));
    const most = grown.reduce((one, other) => (other.kib > one.kib ? other : one));
    return {
      before: totalOf(first),
      after: totalOf(last),
      logins: last.logins - first.logins,
      most: { ...most, kib: Math.round(most.kib) },
      holds: most.kib <= allowedGrowth,
    };
  }
}

/** In KiB. */
export interface Growth {
  before: number;
  after: number;
  logins: number;
  most: { worker: string; kib: number };
  holds: boolean;
}

const totalOf = ({ held }: Look) => Math.round([...held.values()].reduce((sum, kib) => sum + kib, 0));

function medianOf(samples: readonly number[]): number {
  const sorted = [...samples].sort((left, right) => left - right);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

/** In MiB; 0 on other systems than Linux, which do not report it so. */
function residentOf(pids: readonly number[]): number {
  const kib = pids.map((pid) => {
    const file = `/proc/${pid}/status`;
    const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  });
  return kib.reduce((sum, each) => sum + each, 0) / 1024;
}
