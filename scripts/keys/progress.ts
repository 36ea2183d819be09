import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { Failure } from '../cli/failure.ts';
import { passNames } from './entries.ts';

const rotation = v.object({
  /** The names of the value that goes and of the one that comes. */
  from: v.string(),
  to: v.string(),
  /** What is still to be done, in its order. */
  passes: v.array(v.picklist(passNames)),
  /** Whether the first of these was begun. It may be repeated. */
  begun: v.boolean(),
  /** When a pass may begin, ISO 8601; at once, where it is not named. */
  notBefore: v.record(v.string(), v.string()),
});
/** A rotation that is under way. It holds no secret. */
export type Rotation = v.InferOutput<typeof rotation>;
const schema = v.record(v.string(), rotation);

/** The rotations of a deployment that are under way, by secret. @throws {Failure} where the file is broken. */
export function readRotations(file: string): Record<string, Rotation> {
  if (!existsSync(file)) return {};
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Failure(
      `${file} cannot be read. Look at the values in the file of the secrets, finish the rotation by hand (docs/secrets.md, Rotating KEYS), and delete it.`,
    );
  }
}

/** Records a rotation, or, without one, that it is over. Written whole or not at all. */
export function writeRotation(file: string, secret: string, rotation: Rotation | undefined): void {
  const { [secret]: _, ...others } = readRotations(file);
  const all = rotation === undefined ? others : { ...others, [secret]: rotation };
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(all, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
