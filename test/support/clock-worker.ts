import { WorkerEntrypoint } from 'cloudflare:workers';

let ahead = 0;

/** Bound as CLOCK in the place of the real time, which no deployed configuration can do (see core/clock.ts). */
export default class TestClock extends WorkerEntrypoint {
  now(): number {
    return Date.now() + ahead;
  }

  advance(seconds: number): void {
    ahead += seconds * 1000;
  }
}
