import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import type { WorldBindings } from '../../packages/plid/sandbox/world-bindings.ts';
import type { WorkerStatement } from '../../workers/core/worker/endpoint.ts';
import { demoShop } from '../../workers/sandbox/world/demo-shop.ts';
import { esbuild, workerBundle } from '../configuration/esbuild.ts';
import { loadWorkers } from '../configuration/load-workers.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import { noticesOf } from './notices.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The part of wrangler.toml that is needed here. */
interface LocalConfiguration {
  compatibility_date: string;
  vars: Record<string, string | number>;
  kv_namespaces: { binding: string }[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
  services: { binding: string; entrypoint: string }[];
}

/** Builds the worker of the sandbox, and states what it is bound to: the same as the local world, but for its limits. @param folder of the results. */
export async function buildSandboxWorld(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const world = `${JSON.stringify(await worldBindings(), undefined, 2)}\n`;
  writeFileSync(path.join(folder, 'world.json'), world);
  const { metafile } = await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: { worker: 'workers/emulator.ts' },
    outdir: path.resolve(folder),
    sourcemap: false,
    logLevel: 'warning',
  });
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  writeFileSync(path.join(folder, 'NOTICES.txt'), noticesOf(root, bundled));
}

async function worldBindings(): Promise<WorldBindings> {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const local = parse(read('wrangler.toml')) as unknown as LocalConfiguration;
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  // The local world allows more, for people who try out: here the limits of a deployed service count, once they are asked for.
  const { PHONE_REQUEST_LIMIT: _, ...more } = local.vars;
  const vars = { ...more, CLIENT_SECRET: demoShop.client_secret };
  return {
    miniflare: devDependencies.miniflare ?? '',
    compatibilityDate: local.compatibility_date,
    objects: Object.fromEntries(
      local.durable_objects.bindings.map(({ name, class_name }) => [name, class_name]),
    ),
    namespaces: local.kv_namespaces.map(({ binding }) => binding),
    entrypoints: Object.fromEntries(local.services.map(({ binding, entrypoint }) => [binding, entrypoint])),
    limits: deployedLimits(await loadWorkers()),
    vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)])),
  };
}

/** The rate limits that the workers are deployed with, by binding. */
function deployedLimits(workers: readonly WorkerStatement[]): WorldBindings['limits'] {
  const limits = workers.flatMap(settingsOf).flatMap(({ name, binding }) => {
    if (binding?.kind !== 'ratelimits') return [];
    const { namespace_id, limit, period } = binding;
    return [[name, { namespace_id, simple: { limit, period } }] as const];
  });
  return Object.fromEntries(limits);
}
