import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { accessReason } from '../../workers/core/protocol/user-identifier.ts';

/** Parses `--reason`. @throws {Failure} if the reason must not appear in the log. */
export function readReason(text: string): string {
  if (v.is(accessReason, text)) return text;
  throw new Failure(
    '--reason takes up to 100 letters, digits, spaces, and .,:;/#()_- such as "ticket 4711". It must not contain personal data, so numbers of 10 or more digits are rejected.',
  );
}

/** @throws {Failure} if no reason is given. */
export function requireReason(reason: string | undefined): string {
  if (reason !== undefined) return reason;
  throw new Failure(`Each access to a user's data is recorded with its reason. Add: --reason "ticket 4711"`);
}
