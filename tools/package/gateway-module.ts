import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { esbuild, workerBundle } from '../configuration/esbuild.ts';
import { noticesOf } from './license-notices.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The entry points of the module: an optional part of the gateway has its own, so that it is bundled only if used. */
const gatewayEntries: Readonly<Record<string, readonly string[]>> = {
  index: ['createGateway', 'Flow', 'User'],
  openid: ['openid'],
  'forward-auth': ['forwardAuth'],
  guard: ['guard'],
};
const sources: Record<string, string> = {
  index: 'workers/gateway/single-worker/plid-gateway.ts',
  openid: 'workers/gateway/single-worker/openid.ts',
  'forward-auth': 'workers/gateway/single-worker/forward-auth.ts',
  guard: 'workers/gateway/single-worker/guard.ts',
};
const types = ['Application', 'Feature', 'GatewayOptions', 'GatewaySettings', 'GatewayWorker', 'LoginFacts'];
const typesOf: Record<string, readonly string[]> = {
  index: [...types, 'Session', 'UserRecord'],
  guard: ['GuardOptions'],
};

/** Bundles `plid/gateway` from the gateway's workers, for the bundler of an application. @param folder for the result. */
export async function buildGatewayModule(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: sources,
    outdir: path.resolve(folder),
    splitting: true,
    chunkNames: 'shared/[hash]',
    // The application's bundler decides, and stack traces stay readable.
    minify: false,
    sourcemap: false,
    logLevel: 'warning',
  });
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  writeFileSync(path.join(folder, 'NOTICES.txt'), noticesOf(root, bundled));
  for (const [entry, names] of Object.entries(gatewayEntries)) {
    const typeNames = typesOf[entry] ?? [];
    const exported = [...names, ...typeNames.map((name) => `type ${name}`)];
    writeFileSync(
      path.join(folder, `${entry}.d.ts`),
      `export { ${exported.join(', ')} } from './types.js';\n`,
    );
  }
}
