/**
 * The only source of time. Tests bind their own worker as `CLOCK` and move it. No configuration in this repository
 * binds it, which a test verifies.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
}

export interface ClockBinding {
  CLOCK?: Clock;
}

/** The time in whole seconds since 1970. */
export async function now(env: ClockBinding): Promise<number> {
  const milliseconds = env.CLOCK === undefined ? Date.now() : await env.CLOCK.now();
  return Math.floor(milliseconds / 1000);
}

/** How often an alarm checks a clock that tests may have moved, in milliseconds. */
const movedClockInterval = 1_000;

/**
 * The time for a Durable Object's alarm, given when it must run.
 * @param seconds since 1970. @returns milliseconds since 1970, for `setAlarm`.
 */
export function alarmTime(env: ClockBinding, seconds: number): number {
  return env.CLOCK === undefined ? seconds * 1000 : Date.now() + movedClockInterval;
}
