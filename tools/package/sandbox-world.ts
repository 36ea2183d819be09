import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuiltWorld } from '../../packages/plid/sandbox/miniflare-options.ts';
import { esbuild, workerBundle } from '../configuration/esbuild.ts';
import { localConfiguration, root } from '../configuration/local-configuration.ts';
import { noticesOf } from './license-notices.ts';

/** Builds the worker of the sandbox, and its bindings from the local environment. @param folder for the result. */
export async function buildSandboxWorld(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'world.json'), `${JSON.stringify(builtWorld(), undefined, 2)}\n`);
  const { metafile } = await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: { worker: 'sandbox/local.ts' },
    outdir: path.resolve(folder),
    sourcemap: false,
    // The API reference is for plid's contributors: the package doesn't contain it.
    loader: { '.yaml': 'empty' },
    logLevel: 'warning',
  });
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  writeFileSync(path.join(folder, 'NOTICES.txt'), noticesOf(root, bundled));
}
function builtWorld(): BuiltWorld {
  const local = localConfiguration();
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: { miniflare: string };
  };
  const name = 'plid-sandbox';
  const objects = local.durable_objects.bindings.map(({ name: binding, class_name: className }) => [
    binding,
    { className, useSQLite: true },
  ]);
  const services = local.services.map(({ binding, entrypoint }) => [binding, { name, entrypoint }]);
  return {
    miniflare: devDependencies.miniflare,
    worker: {
      name,
      compatibilityDate: local.compatibility_date,
      bindings: local.vars,
      durableObjects: Object.fromEntries(objects),
      kvNamespaces: local.kv_namespaces.map(({ binding }) => binding),
      serviceBindings: Object.fromEntries(services),
      ratelimits: Object.fromEntries(local.ratelimits.map(({ name: limit, ...counted }) => [limit, counted])),
    },
  };
}
