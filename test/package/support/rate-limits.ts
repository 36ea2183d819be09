/** The windows of the runtime's rate limits begin with the minutes of the real clock, in milliseconds. */
const window = 60_000;

/**
 * Waits until the running window has some time left, so that the next calls fall into one.
 * @param seconds how long the calls may take.
 */
export async function withinOneWindow(seconds: number): Promise<void> {
  const left = window - (Date.now() % window);
  if (left < seconds * 1000) await new Promise((resolve) => setTimeout(resolve, left));
}
