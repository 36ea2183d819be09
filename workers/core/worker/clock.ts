/**
 * The only source of time. Tests bind their own worker as `CLOCK` and move its time. A test verifies that no
 * configuration in this repository binds `CLOCK`. In an application's own Worker, a binding with this name is
 * ignored (gateway/single-worker/create-gateway.ts).
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): Promise<number>;
}

export interface ClockBinding {
  CLOCK?: Clock;
}

/** Returns the time in whole seconds since 1970. */
export async function now(env: ClockBinding): Promise<number> {
  const milliseconds = env.CLOCK === undefined ? Date.now() : await env.CLOCK.now();
  return Math.floor(milliseconds / 1000);
}

/** Interval at which an alarm checks a clock that tests may have moved, in milliseconds. */
const movedClockInterval = 1_000;

/**
 * Returns the time at which to set a Durable Object's alarm, given the time when the alarm must run. @param
 * seconds since 1970.
 * @returns milliseconds since 1970, for `setAlarm`.
 */
export function alarmTime(env: ClockBinding, seconds: number): number {
  return env.CLOCK === undefined ? seconds * 1000 : Date.now() + movedClockInterval;
}
