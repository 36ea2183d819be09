/**
 * The one source of time. Tests bind CLOCK to a worker of theirs and move it; no configuration in this
 * repository binds it, and a test holds that to be so.
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

/** How often an alarm looks at a clock that tests may have moved, in milliseconds. */
const movedClockInterval = 1_000;

/**
 * When to set a Durable Object's alarm so that it runs at a given time.
 * @param seconds since 1970. @returns milliseconds since 1970, as `setAlarm` takes them.
 */
export function alarmTime(env: ClockBinding, seconds: number): number {
  return env.CLOCK === undefined ? seconds * 1000 : Date.now() + movedClockInterval;
}
