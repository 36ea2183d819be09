import path from 'node:path';
import type { convertV4MiniflareOptions } from 'miniflare';

/** What the worker of the sandbox is bound to, as it was built (scripts/package/sandbox-world.ts). */
export interface WorldBindings {
  /** The version of miniflare that it was built and tested with. */
  miniflare: string;
  compatibilityDate: string;
  /** Classes of Durable Objects, by binding. */
  objects: Record<string, string>;
  namespaces: string[];
  /** Entrypoints of the worker itself, by binding. */
  entrypoints: Record<string, string>;
  limits: Record<string, { namespace_id: string; simple: { limit: number; period: 10 | 60 } }>;
  vars: Record<string, string>;
}

type Options = Extract<Parameters<typeof convertV4MiniflareOptions>[0], { workers: unknown }>;

/** How to run it. */
export interface WorldOptions {
  /** Where the worker is. */
  folder: string;
  world: WorldBindings;
  host: string;
  port: number;
  vars: Record<string, string>;
}

const name = 'plid-sandbox';

/** The options of Miniflare: everything in memory or in a temporary folder, and nothing asked of the network. */
export function miniflareOptions(
  { folder, world, host, port, vars }: WorldOptions,
  log: (line: string) => void,
): Options {
  const objects = Object.entries(world.objects).map(([binding, className]) => [
    binding,
    { className, useSQLite: true },
  ]);
  const services = Object.entries(world.entrypoints).map(([binding, entrypoint]) => [
    binding,
    { name, entrypoint },
  ]);
  return {
    ...{ host, port, cf: false },
    handleStructuredLogs: ({ message }) => log(message),
    workers: [
      {
        name,
        modules: [{ type: 'ESModule', path: path.join(folder, 'worker.js') }],
        modulesRoot: folder,
        compatibilityDate: world.compatibilityDate,
        bindings: vars,
        durableObjects: Object.fromEntries(objects),
        kvNamespaces: world.namespaces,
        serviceBindings: Object.fromEntries(services),
        ratelimits: world.limits,
      },
    ],
  };
}
