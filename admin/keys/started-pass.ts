import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { passNames } from './key-entries.ts';

const schema = v.object({
  secret: v.string(),
  from: v.string(),
  to: v.string(),
  pass: v.picklist(passNames),
  /** Fingerprint of the value that the pass writes into the secrets file. */
  fingerprint: v.string(),
});
/** A pass that was started in this folder. It contains no secret. */
type StartedPass = v.InferOutput<typeof schema>;

/**
 * Reads the pass that was last started in this folder. If the pass was interrupted before its first deployment,
 * only the secrets file has the new value, and Cloudflare has no record of it. Without this local record, the
 * operator would have to pass `--replace-secret`.
 * @returns undefined if the folder has no valid record.
 */
export function readStartedPass(file: string): StartedPass | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes atomically. */
export function writeStartedPass(file: string, started: StartedPass): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(started, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
