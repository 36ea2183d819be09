import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';

export const root = path.resolve(import.meta.dirname, '../..');

/** The part of wrangler.toml that programs need. */
interface LocalConfiguration {
  main: string;
  compatibility_date: string;
  build: { command: string; watch_dir: string[] };
  assets: { directory: string };
  vars: Record<string, string>;
  kv_namespaces: { binding: string }[];
  durable_objects: { bindings: { name: string; class_name: string }[] };
  services: { binding: string; service: string; entrypoint: string }[];
  ratelimits: { name: string; namespace_id: string; simple: { limit: number; period: 10 | 60 } }[];
}

/** The bindings of the local environment: wrangler.toml. */
export const localConfiguration = (): LocalConfiguration =>
  parse(readFileSync(path.join(root, 'wrangler.toml'), 'utf8')) as unknown as LocalConfiguration;
