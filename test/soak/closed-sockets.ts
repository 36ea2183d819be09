/** Whether the runtime has closed a kept connection at the moment of its next use. */
export const isClosedSocket = (failure: unknown): boolean =>
  failure instanceof Error && (failure.cause as { code?: string } | undefined)?.code === 'UND_ERR_SOCKET';

/** The most attempts of a call to the runtime. */
const mostCalls = 5;

/** Calls a worker or object for a test, over the same kind of connection. */
export async function call<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let calls = 1; ; calls += 1) {
    try {
      return await ask();
    } catch (failure) {
      if (!isClosedSocket(failure) || calls === mostCalls) throw failure;
    }
  }
}
