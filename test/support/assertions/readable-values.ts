import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { spellingsOf } from './value-spellings.ts';

/** Bytes that are searched, and the name by which a finding calls them. */
export interface SearchedText {
  name: string;
  bytes: Buffer;
}

/** Number of bytes that a finding shows on each side of the value. */
const surroundings = 48;

/**
 * Files of a folder: databases, their write-ahead logs, and KV values. The sandbox's directory is left out, because
 * it stores subscribers as a carrier does.
 */
export function storedFiles(folder: string): SearchedText[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/-Directory\b/.test(file))
    .map((file) => ({ name: path.relative(folder, file), bytes: readIfPresent(file) }));
}

/** SQLite removes the journal files of a database when an object is evicted. */
function readIfPresent(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw failure;
  }
}

/**
 * Searches for exact values in every spelling of {@link spellingsOf}, at any byte. A pattern such as "eleven digits"
 * would also match the hexadecimal IDs of objects by chance.
 * @returns a line for each value and file in which it can be read: the value, the place, and the bytes around it.
 */
export function readableValues(values: Iterable<string>, texts: readonly SearchedText[]): string[] {
  return [...new Set(values)].flatMap((value) => {
    if (value.length < 2) throw new TypeError(`"${value}" is too short to search for`);
    const spellings = spellingsOf(value);
    return texts.flatMap(({ name, bytes }) => {
      for (const { spelling, written } of spellings) {
        const at = placeOf(written, bytes);
        if (at !== -1)
          return [`${value} can be read in ${name}, ${spelling}, ${contextOf(bytes, at, written)}`];
      }
      return [];
    });
  });
}

/** @returns the first place of the value, or -1. */
function placeOf(written: Buffer, bytes: Buffer): number {
  for (let at = bytes.indexOf(written); at !== -1; at = bytes.indexOf(written, at + 1))
    if (!isChance(written, bytes, at)) return at;
  return -1;
}

/** Fewer than ten digits also occur by chance inside a hexadecimal ID, with such digits on both sides. */
function isChance(written: Buffer, bytes: Buffer, at: number): boolean {
  if (written.length >= 10 || !/^[0-9a-f]+$/.test(written.toString('latin1'))) return false;
  return [bytes[at - 1], bytes[at + written.length]].every((byte) => /[0-9a-f]/.test(asText(byte)));
}

const asText = (byte: number | undefined): string => (byte === undefined ? '' : String.fromCharCode(byte));

function contextOf(bytes: Buffer, at: number, written: Buffer): string {
  const around = bytes.subarray(Math.max(0, at - surroundings), at + written.length + surroundings);
  const text = around.toString('latin1').replaceAll(/[^ -~]/g, '.');
  return `at byte ${at}: "${text}" (${around.toString('hex')})`;
}
