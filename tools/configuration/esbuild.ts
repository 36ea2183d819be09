import { createRequire } from 'node:module';

interface BuildResult {
  metafile: {
    outputs: Record<string, { entryPoint?: string; inputs: Record<string, { bytesInOutput: number }> }>;
  };
  outputFiles: { path: string; text: string }[];
}

/**
 * The required part of esbuild. It is the one that wrangler installs, so that bundles equal those of a deployment. Tests replace a function.
 */
interface Esbuild {
  build(options: object): Promise<BuildResult>;
  formatMessages(errors: object[], options: object): Promise<string[]>;
  transform(source: string, options: object): Promise<{ code: string }>;
}
export const esbuild: Esbuild = {
  ...createRequire(createRequire(import.meta.url).resolve('wrangler'))('esbuild'),
};

/**
 * How the workers are bundled, for tests and deployments. A smaller bundle starts sooner. Names of functions and
 * classes are shortened; the source map resolves positions.
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
