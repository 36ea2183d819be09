import path from 'node:path';
import type { convertV4MiniflareOptions } from 'miniflare';

type Options = Extract<Parameters<typeof convertV4MiniflareOptions>[0], { workers: unknown }>;

/** The built worker of the sandbox (tools/package/sandbox-world.ts). */
export interface BuiltWorld {
  /** The version of miniflare with which the worker was built and tested. */
  miniflare: string;
  /** The worker's bindings, as miniflare options. */
  worker: Omit<Options['workers'][0], 'modules' | 'modulesRoot' | 'bindings' | 'compatibilityDate'> & {
    bindings: Record<string, string>;
    compatibilityDate: string;
  };
}

/** Options for running it. */
export interface WorldOptions {
  folder: string;
  world: BuiltWorld;
  host: string;
  port: number;
  vars: Record<string, string>;
  /** The file of miniflare. Default: the installed one. */
  runtime?: string | undefined;
  /** The folder of a saved state to start with. */
  state?: string | undefined;
}

/**
 * Returns miniflare's options, which keep all data in one folder and allow no network requests. @param stored the
 * folder for the data. @param newest the newest compatibility date that the runtime supports, such as 2026-08-06.
 * If the worker requests a newer date, `newest` is used instead.
 */
export const miniflareOptions = (
  { folder, world: { worker }, host, port, vars }: WorldOptions,
  stored: string,
  newest: string,
  log: (line: string) => void,
): Options => ({
  // This option has two names. Version 4 of miniflare uses the second name, `defaultPersistRoot`.
  resourcePersistencePath: stored,
  defaultPersistRoot: stored,
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
