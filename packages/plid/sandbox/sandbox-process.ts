import { rmSync } from 'node:fs';
import path from 'node:path';
import type { MiniflareOptions } from 'miniflare';
import { loadMiniflare } from './load-miniflare.ts';
import { SandboxError } from './sandbox-error.ts';
import { loadState, storeState } from './saved-state.ts';
import { miniflareOptions, type WorldOptions } from './world-bindings.ts';

/** A message of the process that has started this one: how to begin, once; then to save its state in a folder, and to stop. */
export type Order =
  | { begin: WorldOptions; folder: string; withLog: boolean }
  | { save: string }
  | { stop: true };

/** A message of this process. `ready` after a beginning, and after a state was saved. `known` for a failure whose message says what to do. */
export type Report = { ready: true } | { failed: string; known: boolean } | { line: string };

const report = (said: Report): void => {
  if (process.connected) process.send?.(said);
};

let end = async (): Promise<void> => undefined;
let save = async (_: string): Promise<void> => undefined;
let ending = false;

/** Leaves nothing: the runtime ends, and the folder that it has stored everything in is deleted. */
async function finish(): Promise<void> {
  if (ending) return;
  ending = true;
  await end();
  process.exit();
}

process.on('message', (order: Order) => {
  if ('stop' in order) void finish();
  else if ('save' in order) void attempt(() => save(order.save));
  else void attempt(() => begin(order)).then((begun) => (begun ? undefined : finish()));
});
// The process that has started this one is gone, however it ended.
process.on('disconnect', () => void finish());
process.on('SIGTERM', () => void finish());
process.on('SIGHUP', () => void finish());
// Ctrl-C reaches every process of a terminal: the one that has started this one decides what it means.
process.on('SIGINT', () => undefined);

/** Reports how it ended. @returns whether it has succeeded. */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    report({ ready: true });
    return true;
  } catch (failure) {
    report({ failed: (failure as Error).message, known: failure instanceof SandboxError });
    return false;
  }
}

type Beginning = Extract<Order, { begin: WorldOptions }>;

async function begin({ begin: options, folder, withLog }: Beginning): Promise<void> {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  end = async () => remove();
  const { world, state } = options;
  const { Miniflare, ...runtime } = await loadMiniflare(world.miniflare);
  const log = withLog ? (line: string) => report({ line }) : () => undefined;
  const { supportedCompatibilityDate: newest = world.worker.compatibilityDate } = runtime;
  const stored = path.join(folder, 'stored');
  if (state !== undefined) loadState(state, stored);
  const asked = miniflareOptions(options, stored, newest, log);
  const start = async () => {
    const miniflare = new Miniflare(
      runtime.convertV4MiniflareOptions?.(asked) ?? (asked as object as MiniflareOptions),
    );
    end = () => miniflare.dispose().finally(remove);
    await miniflare.ready;
    return miniflare;
  };
  let miniflare = await start();
  // The stored state is whole only while nothing runs.
  save = async (to) => {
    await miniflare.dispose();
    try {
      storeState(stored, to);
    } finally {
      miniflare = await start();
    }
  };
}
