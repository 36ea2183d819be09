import { crockfordLetters, inGroups, normalizeCode } from './crockford.ts';
import { readSignInName } from './sign-in-header.ts';

/** Length of a support code, in characters of 5 bits: 40 bits. */
const length = 8;

const base64urlLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const requestIdFormat = /^[0-9a-f]{16}$/;

/**
 * Returns the code that a user reads to support, such as `7K3M-Q2XA`. It's computed from the ID that the log contains:
 * the first 40 bits of a sign-in's name, or the last 40 bits of a request's ID, whose first ones requests share. An ID
 * in another format, which another service may send, is returned unchanged.
 */
export function supportCode(id: string): string {
  if (requestIdFormat.test(id)) return written(Number.parseInt(id.slice(-10), 16));
  if (readSignInName(id) === undefined) return id;
  // Seven letters have 42 bits.
  return written(Math.floor(readDigits(id.slice(0, 7), base64urlLetters) / 4));
}

/** @param value 40 bits. */
const written = (value: number): string => inGroups(writeDigits(value, crockfordLetters, length));

/** Writes a number in the base that has these letters as its digits. */
const writeDigits = (value: number, letters: string, count: number): string =>
  Array.from({ length: count }, (_, place) =>
    letters.charAt(Math.floor(value / letters.length ** (count - 1 - place)) % letters.length),
  ).join('');

/** Reads a number that {@link writeDigits} has written. */
const readDigits = (text: string, letters: string): number =>
  [...text].reduce((sum, letter) => sum * letters.length + letters.indexOf(letter), 0);

/** The parts of a log line's IDs that a support code contains. */
interface CodedIds {
  /** The first characters of `sign_in`. */
  signIn: string;
  /** The last characters of `request`. */
  request: string;
}

/** Returns the part of each ID that a log line has if a page shows this code. @param code from {@link readSupportCode}. */
export function codedIds(code: string): CodedIds {
  const value = readDigits(code.replace('-', ''), crockfordLetters);
  return {
    // Six letters have 36 of the 40 bits.
    signIn: writeDigits(Math.floor(value / 16), base64urlLetters, 6),
    request: value.toString(16).padStart(10, '0'),
  };
}

const format = new RegExp(`^[${crockfordLetters}]{${length}}$`);

/** Reads a typed support code, in any case and with or without separators. @returns undefined if it is malformed. */
export function readSupportCode(typed: string): string | undefined {
  const code = normalizeCode(typed);
  return format.test(code) ? inGroups(code) : undefined;
}
