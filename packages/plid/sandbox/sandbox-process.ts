import { rmSync } from 'node:fs';
import path from 'node:path';
import type { MiniflareOptions } from 'miniflare';
import { loadMiniflare } from './load-miniflare.ts';
import { miniflareOptions, type WorldOptions } from './miniflare-options.ts';
import { SandboxError } from './sandbox-error.ts';
import { loadState, storeState } from './saved-state.ts';

/**
 * A message from the parent process. The first message starts the sandbox. Later messages save the state to a
 * folder, or stop the sandbox.
 */
export type Order =
  | { start: WorldOptions; folder: string; withLog: boolean }
  | { save: string }
  | { stop: true };

/**
 * A message to the parent process. `ready` is sent after the start and after each save. `known` is true if the
 * text in `failed` explains what to do.
 */
export type Report = { ready: true } | { failed: string; known: boolean } | { line: string };

const report = (said: Report): void => {
  if (process.connected) process.send?.(said);
};

let end = async (): Promise<void> => undefined;
let save = async (_: string): Promise<void> => undefined;
let ending = false;

/** Stops the runtime and deletes the folder with its data. */
async function finish(): Promise<void> {
  if (ending) return;
  ending = true;
  await end();
  process.exit();
}

process.on('message', (order: Order) => {
  if ('stop' in order) void finish();
  else if ('save' in order) void attempt(() => save(order.save));
  else void attempt(() => startWorld(order)).then((started) => (started ? undefined : finish()));
});
// The event `disconnect` means that the parent process has exited.
process.on('disconnect', () => void finish());
process.on('SIGTERM', () => void finish());
process.on('SIGHUP', () => void finish());
// Ctrl-C sends SIGINT to every process of a terminal. This process ignores the signal, because the parent process
// decides what to do.
process.on('SIGINT', () => undefined);

/** Does the work and reports the result. @returns whether the work succeeded. */
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

type StartOrder = Extract<Order, { start: WorldOptions }>;

async function startWorld({ start: options, folder, withLog }: StartOrder): Promise<void> {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  end = async () => remove();
  const { world, state } = options;
  const { Miniflare, ...runtime } = await loadMiniflare(options.runtime);
  const log = withLog ? (line: string) => report({ line }) : () => undefined;
  const { supportedCompatibilityDate: newest = world.worker.compatibilityDate } = runtime;
  const stored = path.join(folder, 'stored');
  if (state !== undefined) loadState(state, stored);
  const requested = miniflareOptions(options, stored, newest, log);
  const start = async () => {
    const miniflare = new Miniflare(
      runtime.convertV4MiniflareOptions?.(requested) ?? (requested as object as MiniflareOptions),
    );
    end = () => miniflare.dispose().finally(remove);
    await miniflare.ready;
    return miniflare;
  };
  let miniflare = await start();
  // The runtime is stopped before a save, because the stored state is consistent only while nothing runs.
  save = async (to) => {
    await miniflare.dispose();
    try {
      storeState(stored, to);
    } finally {
      miniflare = await start();
    }
  };
}
