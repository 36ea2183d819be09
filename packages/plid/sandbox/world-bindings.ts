import path from 'node:path';
import type { convertV4MiniflareOptions } from 'miniflare';

type Options = Extract<Parameters<typeof convertV4MiniflareOptions>[0], { workers: unknown }>;

/** The worker of the sandbox, as it was built (tools/package/sandbox-world.ts). */
export interface BuiltWorld {
  /** The version of miniflare that it was built and tested with. */
  miniflare: string;
  /** Its bindings, as miniflare takes them. */
  worker: Omit<Options['workers'][0], 'modules' | 'modulesRoot' | 'bindings' | 'compatibilityDate'> & {
    bindings: Record<string, string>;
    compatibilityDate: string;
  };
}

/** How to run it. */
export interface WorldOptions {
  folder: string;
  world: BuiltWorld;
  host: string;
  port: number;
  vars: Record<string, string>;
  /** The folder of a saved state to begin with. */
  state?: string | undefined;
}

/**
 * The options of Miniflare: everything in one folder, and nothing asked of the network.
 * @param stored that folder. @param newest compatibility date that the runtime knows, such as 2026-08-06: with an older one than this worker asks for it runs as well.
 */
export const miniflareOptions = (
  { folder, world: { worker }, host, port, vars }: WorldOptions,
  stored: string,
  newest: string,
  log: (line: string) => void,
): Options => ({
  // Version 4 of miniflare calls it by the second name.
  resourcePersistencePath: stored,
  ...{ defaultPersistRoot: stored },
  host,
  port,
  cf: false,
  handleStructuredLogs: ({ message }) => log(message),
  workers: [
    {
      ...worker,
      modules: [{ type: 'ESModule', path: path.join(folder, 'worker.js') }],
      modulesRoot: folder,
      bindings: { ...worker.bindings, ...vars },
      compatibilityDate: newest < worker.compatibilityDate ? newest : worker.compatibilityDate,
    },
  ],
});
