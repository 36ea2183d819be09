import { existsSync, readFileSync } from 'node:fs';
import type { SoakWorld } from './soak-world.ts';

/** One look at the memory of the runtime. */
interface Sample {
  /** Resident memory of all its processes, in MiB. */
  resident: number;
  logins: number;
}

/** What the memory should not grow by between the medians of the second and the last fifth of a life of the runtime. */
export const bound = { share: 0.1, kibPerLogin: 8 };
/** A shorter life has no fifths. */
const fewestSamples = 20;
const everySecond = 1_000;

/** Looks at the memory of the runtime once a second; a life of it ends when it is killed. */
export class MemoryWatch {
  #samples: Sample[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(world: SoakWorld, logins: () => number) {
    this.#timer = setInterval(() => {
      const resident = residentOf(world.harness.pids());
      if (resident > 0) this.#samples.push({ resident, logins: logins() });
    }, everySecond);
  }

  /** The runtime was killed: it begins anew. */
  restart(): void {
    this.#samples = [];
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** In MiB. */
  get latest(): number {
    return Math.round(this.#samples.at(-1)?.resident ?? 0);
  }

  /** How the memory went since the runtime was last started. */
  get curve(): { fifths: number[]; logins: number; holds: boolean } | undefined {
    const samples = this.#samples;
    if (samples.length < fewestSamples) return undefined;
    const size = Math.floor(samples.length / 5);
    const fifth = (index: number) => samples.slice(index * size, (index + 1) * size);
    const fifths = [0, 1, 2, 3, 4].map((index) => Math.round(medianOf(fifth(index), 'resident')));
    const logins = medianOf(fifth(4), 'logins') - medianOf(fifth(1), 'logins');
    const [, before = 0, , , after = 0] = fifths;
    const allowed = before * (1 + bound.share) + (logins * bound.kibPerLogin) / 1024;
    return { fifths, logins, holds: after <= allowed };
  }
}

function medianOf(samples: readonly Sample[], field: keyof Sample): number {
  const sorted = samples.map((sample) => sample[field]).sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** In MiB; 0 where it cannot be told, as on other systems than Linux. */
function residentOf(pids: readonly number[]): number {
  const kib = pids.map((pid) => {
    const file = `/proc/${pid}/status`;
    const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  });
  return kib.reduce((sum, each) => sum + each, 0) / 1024;
}
