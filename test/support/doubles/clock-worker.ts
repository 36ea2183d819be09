import { WorkerEntrypoint } from 'cloudflare:workers';

/** In milliseconds since 1970; undefined until somebody first asks. */
let time: number | undefined;

/**
 * Bound as CLOCK in the place of the real time, which no deployed configuration can do (see core/worker/clock.ts). It stands still
 * unless a test moves it, so that no test depends on how fast the machine is.
 */
export default class TestClock extends WorkerEntrypoint<{ STARTS_AT?: number }> {
  now(): number {
    // The runtime's own time is 0 while a module is loaded.
    time ??= this.env.STARTS_AT ?? Date.now();
    return time;
  }

  advance(seconds: number): void {
    time = this.now() + seconds * 1000;
  }
}
