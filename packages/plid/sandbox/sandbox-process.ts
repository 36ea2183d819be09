import { rmSync } from 'node:fs';
import type { MiniflareOptions } from 'miniflare';
import { loadMiniflare } from './load-miniflare.ts';
import { SandboxError } from './sandbox-error.ts';
import { miniflareOptions, type WorldOptions } from './world-bindings.ts';

/** A message of the process that has started this one: how to begin, once, and then to stop. */
export type Order = { begin: WorldOptions; folder: string; withLog: boolean } | { stop: true };

/** A message of this process. `known` for a failure whose message says what to do. */
export type Report = { ready: true } | { failed: string; known: boolean } | { line: string };

const report = (said: Report): void => {
  if (process.connected) process.send?.(said);
};

let end = async (): Promise<void> => undefined;
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
  else void begin(order);
});
// The process that has started this one is gone, however it ended.
process.on('disconnect', () => void finish());
process.on('SIGTERM', () => void finish());
process.on('SIGHUP', () => void finish());
// Ctrl-C reaches every process of a terminal: the one that has started this one decides what it means.
process.on('SIGINT', () => undefined);

async function begin({ begin: options, folder, withLog }: Exclude<Order, { stop: true }>): Promise<void> {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  end = async () => remove();
  try {
    const { world } = options;
    const { Miniflare, ...runtime } = await loadMiniflare(world.miniflare);
    const log = withLog ? (line: string) => report({ line }) : () => undefined;
    const { supportedCompatibilityDate: newest = world.worker.compatibilityDate } = runtime;
    const asked = miniflareOptions(options, newest, log);
    const miniflare = new Miniflare(
      runtime.convertV4MiniflareOptions?.(asked) ?? (asked as object as MiniflareOptions),
    );
    end = async () => {
      await miniflare.dispose().finally(remove);
    };
    await miniflare.ready;
    report({ ready: true });
  } catch (failure) {
    report({ failed: (failure as Error).message, known: failure instanceof SandboxError });
    await finish();
  }
}
