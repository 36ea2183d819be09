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
  const bits = [...id.slice(0, 7)].reduce((sum, letter) => sum * 64 + base64urlLetters.indexOf(letter), 0);
  return written(Math.floor(bits / 4));
}

/** @param value 40 bits. */
function written(value: number): string {
  const letters = Array.from({ length }, (_, place) => {
    const digit = Math.floor(value / 32 ** (length - 1 - place)) % 32;
    return crockfordLetters.charAt(digit);
  });
  return inGroups(letters.join(''));
}

/** The parts of a log line's IDs that a support code contains. */
interface CodedIds {
  /** The first characters of `sign_in`. */
  signIn: string;
  /** The last characters of `request`. */
  request: string;
}

/** Returns the part of each ID that a log line has if a page shows this code. @param code from {@link readSupportCode}. */
export function codedIds(code: string): CodedIds {
  const value = [...code.replace('-', '')].reduce(
    (sum, letter) => sum * 32 + crockfordLetters.indexOf(letter),
    0,
  );
  const whole = Math.floor(value / 16);
  const letters = Array.from({ length: 6 }, (_, place) => Math.floor(whole / 64 ** (5 - place)) % 64);
  return {
    signIn: letters.map((letter) => base64urlLetters.charAt(letter)).join(''),
    request: value.toString(16).padStart(10, '0'),
  };
}

const format = new RegExp(`^[${crockfordLetters}]{${length}}$`);

/** Reads a typed support code, in any case and with or without separators. @returns undefined if it is malformed. */
export function readSupportCode(typed: string): string | undefined {
  const code = normalizeCode(typed);
  return format.test(code) ? inGroups(code) : undefined;
}
