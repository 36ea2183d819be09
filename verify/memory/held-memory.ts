import type { Harness } from '../../test/support/world/harness.ts';

/** An isolate of the runtime, as its inspector lists it. */
interface Isolate {
  id: string;
  webSocketDebuggerUrl: string;
}

interface HeapUsage {
  usedSize: number;
  embedderHeapUsedSize: number;
  backingStorageSize: number;
}

/** In milliseconds. */
const longestAnswer = 60_000;

/**
 * The memory that the project's workers hold after a garbage collection, in KiB by the worker's name: V8's heaps, and the
 * buffers that they point to. A heap snapshot is requested and dropped, since V8 collects all garbage before one; workerd never
 * answers `HeapProfiler.collectGarbage`.
 */
export async function heldMemory(harness: Harness): Promise<Map<string, number>> {
  const { host } = await harness.inspector();
  const isolates = (await (await fetch(`http://${host}/json`)).json()) as Isolate[];
  const held = new Map<string, number>();
  for (const { id, webSocketDebuggerUrl } of isolates) {
    const [, worker] = /^core:user:(plid-.+)$/.exec(id) ?? [];
    if (worker !== undefined) held.set(worker, await heldIn(webSocketDebuggerUrl));
  }
  return held;
}

async function heldIn(address: string): Promise<number> {
  const socket = new WebSocket(address);
  const answers = new Map<number, (answer: { result?: unknown }) => void>();
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onerror = () => opened.reject(new Error(`no inspector at ${address}`));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (message.id !== undefined) answers.get(message.id)?.(message);
  };
  await opened.promise;
  const ask = async (method: string): Promise<unknown> => {
    const answer = Promise.withResolvers<{ result?: unknown }>();
    const id = answers.size + 1;
    answers.set(id, answer.resolve);
    socket.send(JSON.stringify({ id, method }));
    const timer = setTimeout(() => answer.reject(new Error(`no answer to ${method}`)), longestAnswer);
    return (await answer.promise.finally(() => clearTimeout(timer))).result;
  };
  try {
    await ask('Runtime.discardConsoleEntries');
    await ask('HeapProfiler.takeHeapSnapshot');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = (await ask(
      'Runtime.getHeapUsage',
    )) as HeapUsage;
    return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1024;
  } finally {
    socket.close();
  }
}
