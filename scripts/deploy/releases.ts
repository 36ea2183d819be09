import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Failure } from '../cli/failure.ts';

/** How many releases are remembered; Cloudflare keeps the last 100 versions of a worker. */
const remembered = 50;

const release = v.object({
  /** When it was released, ISO 8601. */
  released: v.string(),
  /** Version of plid, from package.json. */
  plid: v.string(),
  /** Fingerprint of the secrets that it runs with. */
  secrets: v.string(),
  /** The version of each worker, in the order of deployment. */
  workers: v.record(v.string(), v.string()),
});
export type Release = v.InferOutput<typeof release>;
const schema = v.object({ releases: v.array(release) });

/** The releases of a deployment that this machine knows, the latest last. @throws {Failure} where the file is broken. */
export function readReleases(file: string): Release[] {
  if (!existsSync(file)) return [];
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))).releases;
  } catch {
    throw new Failure(`${file} cannot be read. Delete it: what is deployed goes on, and is recorded again.`);
  }
}

/** Written whole or not at all. */
export function writeReleases(file: string, releases: Release[]): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify({ releases: releases.slice(-remembered) }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** Whether these versions are the ones that run, of the workers that the release has. @param running the version of each worker that exists. */
export const isRunning = ({ workers }: Release, running: ReadonlyMap<string, string | undefined>): boolean =>
  Object.entries(workers).every(([name, version]) => running.get(name) === version);
