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
  formatMessages(errors: object[], options: object): Promise<string[]>;
  transform(source: string, options: object): Promise<{ code: string }>;
}
export const esbuild: Esbuild = createRequire(createRequire(import.meta.url).resolve('wrangler'))('esbuild');

/**
 * How the workers are bundled, for the tests and for a deployment. A smaller bundle starts sooner; names of functions and classes do not
 * survive, and the source map beside a bundle says what a position in it was.
 */
export const workerBundle = {
  bundle: true,
  metafile: true,
  format: 'esm',
  target: 'es2024',
  minify: true,
  sourcemap: 'linked',
  sourcesContent: false,
  define: { NATIVE_BASE64: 'true' },
  loader: { '.yaml': 'text' },
  external: ['cloudflare:*'],
  conditions: ['workerd', 'worker', 'browser'],
  mainFields: ['browser', 'module', 'main'],
};
