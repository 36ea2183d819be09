import { createRequire } from 'node:module';

interface BuildResult {
  metafile: {
    outputs: Record<string, { entryPoint?: string; inputs: Record<string, { bytesInOutput: number }> }>;
  };
  outputFiles: { path: string; text: string }[];
}

/** The part of esbuild that is needed here. It is wrangler's own copy, so that bundles are the same as in a deployment. */
interface Esbuild {
  build(options: object): Promise<BuildResult>;
}
export const esbuild: Esbuild = createRequire(createRequire(import.meta.url).resolve('wrangler'))('esbuild');

/** How the workers are bundled, for the tests and for a deployment: as wrangler bundles a worker. */
export const workerBundle = {
  bundle: true,
  metafile: true,
  format: 'esm',
  target: 'es2024',
  keepNames: true,
  external: ['cloudflare:*'],
  conditions: ['workerd', 'worker', 'browser'],
  mainFields: ['browser', 'module', 'main'],
};
