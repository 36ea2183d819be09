import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { passNames } from './key-entries.ts';

const schema = v.object({
  secret: v.string(),
  from: v.string(),
  to: v.string(),
  pass: v.picklist(passNames),
  /** Of the value that the pass writes into the file of the secrets. */
  fingerprint: v.string(),
});
/** A pass that was begun in this folder. It holds no secret. */
type StartedPass = v.InferOutput<typeof schema>;

/**
 * The pass that was last begun in this folder: where it broke off before anything was deployed, Cloudflare does not know of it,
 * while the file of the secrets holds its value already. Without this file the operator says so with `--replace-secret`.
 * @returns undefined where there is none.
 */
export function readStartedPass(file: string): StartedPass | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Written whole or not at all. */
export function writeStartedPass(file: string, started: StartedPass): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(started, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
