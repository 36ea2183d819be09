import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { esbuild, workerBundle } from '../configuration/esbuild.ts';
import { noticesOf } from './license-notices.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Entry {
  /** Source file in workers/gateway/single-worker/. */
  source: string;
  values: readonly string[];
  types?: readonly string[];
}

/** The entry points of the module: an optional part of the gateway has its own, so that it is bundled only if used. */
export const gatewayEntries: Readonly<Record<string, Entry>> = {
  index: {
    source: 'create-gateway.ts',
    values: ['createGateway'],
    types: [
      'Application',
      'EventContext',
      'EventHandlers',
      'Feature',
      'GatewayOptions',
      'GatewaySettings',
      'GatewayWorker',
      'LoginFacts',
      'ObjectClass',
      'Session',
      'UserRecord',
    ],
  },
  openid: { source: 'openid.ts', values: ['openid'] },
  people: { source: 'people.ts', values: ['accessRecordsOf', 'people'] },
  'forward-auth': { source: 'forward-auth.ts', values: ['forwardAuth'] },
  guard: { source: 'guard.ts', values: ['guard'], types: ['GuardOptions'] },
};

/** Bundles `plid/gateway` from the gateway's workers, for the bundler of an application. @param folder for the result. */
export async function buildGatewayModule(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await esbuild.build({
    ...workerBundle,
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(gatewayEntries).map(([name, { source }]) => [
        name,
        `workers/gateway/single-worker/${source}`,
      ]),
    ),
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
  for (const [entry, { values, types = [] }] of Object.entries(gatewayEntries)) {
    const exported = [...values, ...types.map((name) => `type ${name}`)];
    writeFileSync(
      path.join(folder, `${entry}.d.ts`),
      `export { ${exported.join(', ')} } from './types.js';\n`,
    );
    writeOutsideWorker(path.join(folder, 'outside-worker'), entry, values);
  }
}

/**
 * Writes what Node loads instead of an entry point, because Node has no `cloudflare:workers`. The names are exported,
 * because Node would report a missing name before it runs the module.
 */
function writeOutsideWorker(folder: string, entry: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const name = entry === 'index' ? 'plid/gateway' : `plid/gateway/${entry}`;
  const message = `${name} runs only in a Worker. Run this file with wrangler, or with Cloudflare's plugin for Vite or Vitest. In a bundler of your own, add the export condition "workerd".`;
  const exported = names.map((value) => `export const ${value} = undefined;\n`);
  writeFileSync(
    path.join(folder, `${entry}.js`),
    `${exported.join('')}throw new Error(${JSON.stringify(message)});\n`,
  );
}
