import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { V4WorkerOptions } from 'miniflare';
import {
  type Unstable_Config,
  type Unstable_RawConfig,
  unstable_getMiniflareWorkerOptions,
  unstable_readConfig,
} from 'wrangler';
import { esbuild, workerBundle } from '../../../tools/configuration/esbuild.ts';
import { root } from './bundles.ts';
import { testFolder } from './isolation.ts';

/** An entrypoint of another worker. */
interface Entrypoint {
  name: string;
  entrypoint: string;
}

/** A worker to run: its configuration for wrangler, and the changes of a test. */
export interface WorkerInput {
  /** A configuration, or the path of one. */
  config: Partial<Unstable_RawConfig> | string;
  /** The path of its bundle; without one, the `main` of the configuration is bundled. */
  bundle?: string;
  vars?: Record<string, string | number>;
  secrets?: Record<string, string | undefined>;
  /** Workers that replace bindings, by the binding's name; undefined leaves the binding out. */
  bindingOverrides?: Record<string, string | Entrypoint | undefined>;
  /** Whether its requests to elsewhere go straight to the network: to servers of the test on loopback. */
  direct?: boolean | undefined;
  /** The worker whose `Limit` replaces all rate limits. */
  limits?: string;
  /** Whether it stores settings of a test, and resets them with `renew()` before another test file uses the world. */
  renewed?: boolean;
}

/** The options of Miniflare for a worker. @param outboundService receives its requests to elsewhere. */
export async function optionsOf(
  input: WorkerInput,
  outboundService: (request: Request) => Promise<Response> | Response,
): Promise<V4WorkerOptions> {
  const file = typeof input.config === 'string' ? isolatedConfig(input.config) : fileOf(input.config);
  const { name, main, options } = optionsOfFile(file);
  const bundle = input.bundle ?? (await bundled(main));
  const overrides = Object.entries(input.bindingOverrides ?? {});
  const overridden = new Set(overrides.map(([binding]) => binding));
  return {
    ...options,
    name,
    modules: [{ type: 'ESModule', path: bundle }],
    modulesRoot: path.dirname(bundle),
    bindings: withoutUndefined({ ...options.bindings, ...input.vars, ...input.secrets }),
    kvNamespaces: without(options.kvNamespaces, overridden),
    durableObjects: without(options.durableObjects, overridden),
    ...(input.limits !== undefined && { ratelimits: {} }),
    serviceBindings: {
      ...options.serviceBindings,
      ...limitsOf(options, input.limits),
      ...withoutUndefined(input.bindingOverrides ?? {}),
    },
    ...(!input.direct && { outboundService }),
  } as unknown as V4WorkerOptions;
}

function limitsOf({ ratelimits = {} }: Pick<Read, 'ratelimits'>, worker: string | undefined): object {
  if (worker === undefined) return {};
  const standIns = Object.entries(ratelimits).map(([name, { simple }]) => [
    name,
    { name: worker, entrypoint: 'Limit', props: { name, ...simple } },
  ]);
  return Object.fromEntries(standIns);
}

const without = (bindings: object = {}, names: ReadonlySet<string>): object =>
  Object.fromEntries(Object.entries(bindings).filter(([name]) => !names.has(name)));

const withoutUndefined = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** Reads a configuration as wrangler does, without settings next to the file or in the environment. */
const files = new Map<string, ReturnType<typeof readOptions>>();
function optionsOfFile(file: string) {
  const options = files.get(file) ?? readOptions(file);
  files.set(file, options);
  return options;
}

function readOptions(file: string) {
  const { name = '', main = '' } = unstable_readConfig({ config: file }, { hideWarnings: true });
  const { workerOptions } = unstable_getMiniflareWorkerOptions(file);
  return { name, main, options: workerOptions as unknown as Partial<V4WorkerOptions> & Read };
}
interface Read {
  bindings?: object;
  kvNamespaces?: object;
  durableObjects?: object;
  serviceBindings?: object;
  ratelimits?: Record<string, { simple: { limit: number; period: number } }>;
}

const written = new Map<string, string>();
function fileOf(config: object): string {
  const text = JSON.stringify(config);
  const file =
    written.get(text) ?? path.join(mkdtempSync(path.join(testFolder(), 'worker-')), 'wrangler.json');
  if (!written.has(text)) writeFileSync(file, text);
  written.set(text, file);
  return file;
}

const bundles = new Map<string, Promise<string>>();
/** The bundle of a worker of the tests or the examples, made once per process. */
function bundled(main: string): Promise<string> {
  const bundle = bundles.get(main) ?? bundleOnce(main);
  bundles.set(main, bundle);
  return bundle;
}

async function bundleOnce(main: string): Promise<string> {
  const outfile = path.join(mkdtempSync(path.join(testFolder(), 'bundle-')), 'index.js');
  const options = { absWorkingDir: root, entryPoints: [main], outfile };
  await esbuild.build({ ...workerBundle, ...options });
  return outfile;
}

const copies = new Map<string, string>();

/** Copies a wrangler.toml into a folder without `.dev.vars`, which wrangler would prefer to a test's settings. @returns the path of the copy. */
function isolatedConfig(file: string): string {
  const copy = copies.get(file) ?? copyConfig(file);
  copies.set(file, copy);
  return copy;
}

function copyConfig(file: string): string {
  // wrangler adds these fields when it reads, and warns of them in a file.
  const { configPath, userConfigPath, topLevelName, definedEnvironments, unsafe, ...config } =
    unstable_readConfig({ config: file }, { hideWarnings: true }) as Unstable_Config &
      Record<string, unknown>;
  const { assets } = config;
  const copied = {
    ...config,
    ...(assets?.directory && {
      assets: { ...assets, directory: path.resolve(path.dirname(file), assets.directory) },
    }),
  };
  const copy = path.join(mkdtempSync(path.join(testFolder(), 'worker-')), 'wrangler.json');
  writeFileSync(copy, JSON.stringify(copied));
  return copy;
}
