import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import type { WorldBindings } from '../../package/sandbox/world-bindings.ts';
import { esbuild, workerBundle } from '../configuration/esbuild.ts';
import { demoClientSecret } from '../local/settings.ts';
import { noticesOf } from './notices.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The part of wrangler.toml that is needed here. */
interface LocalConfiguration {
  compatibility_date: string;
  vars: Record<string, string | number>;
  kv_namespaces: { binding: string }[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
  services: { binding: string; entrypoint: string }[];
  ratelimits: ({ name: string } & WorldBindings['limits'][string])[];
}

/** Builds the worker of the sandbox, and states what it is bound to: the same as the local world. @param folder of the results. */
export async function buildSandboxWorld(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'world.json'), `${JSON.stringify(worldBindings(), undefined, 2)}\n`);
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

function worldBindings(): WorldBindings {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const local = parse(read('wrangler.toml')) as unknown as LocalConfiguration;
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const vars = { ...local.vars, CLIENT_SECRET: demoClientSecret() };
  return {
    miniflare: devDependencies.miniflare ?? '',
    compatibilityDate: local.compatibility_date,
    objects: Object.fromEntries(
      local.durable_objects.bindings.map(({ name, class_name }) => [name, class_name]),
    ),
    namespaces: local.kv_namespaces.map(({ binding }) => binding),
    entrypoints: Object.fromEntries(local.services.map(({ binding, entrypoint }) => [binding, entrypoint])),
    limits: Object.fromEntries(local.ratelimits.map(({ name, ...limit }) => [name, limit])),
    vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)])),
  };
}
