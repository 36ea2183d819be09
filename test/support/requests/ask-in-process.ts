import { vi } from 'vitest';

interface AskedWorker {
  fetch(request: Request, env: never, execution: ExecutionContext): Promise<Response>;
}

/**
 * Asks a worker in this process, if the test needs no runtime: a world with other options would take seconds to start.
 * @param env its bindings and settings. @returns its answer, and the lines that it has logged.
 */
export async function askInProcess(worker: AskedWorker, request: Request, env: object) {
  const lines: Record<string, unknown>[] = [];
  const spies = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line))),
  );
  const going: Promise<unknown>[] = [];
  const execution = { waitUntil: (work: Promise<unknown>) => void going.push(work) };
  try {
    const answer = await worker.fetch(request, env as never, execution as unknown as ExecutionContext);
    await Promise.allSettled(going);
    return { answer, lines };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
