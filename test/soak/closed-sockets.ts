/** A kept connection that the runtime closes at the moment at which it is used again. */
export const isClosedSocket = (failure: unknown): boolean =>
  failure instanceof Error && (failure.cause as { code?: string } | undefined)?.code === 'UND_ERR_SOCKET';

/** How often a call to the runtime is made in all. */
const mostCalls = 5;

/** Calls what tests may ask of workers and objects, over the same kind of connection. */
export async function call<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let calls = 1; ; calls += 1) {
    try {
      return await ask();
    } catch (failure) {
      if (!isClosedSocket(failure) || calls === mostCalls) throw failure;
    }
  }
}
