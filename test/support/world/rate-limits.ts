/** The windows of the runtime's rate limits begin with the minutes of the real clock, in milliseconds. */
const window = 60_000;

/**
 * Waits until the running window has some time left, so that what is counted next falls into one.
 * @param seconds how long the counting may take.
 */
export async function withinOneWindow(seconds: number): Promise<void> {
  const left = window - (Date.now() % window);
  if (left < seconds * 1000) await new Promise((resolve) => setTimeout(resolve, left));
}
