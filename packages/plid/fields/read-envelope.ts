import { codeOfError } from '../protocol/error-codes.ts';
import type { UserRecord } from '../protocol/user-record.ts';
import { FieldError } from './field-error.ts';
import { isObject, type OnLeftOut, readUserRecord } from './read-record.ts';

/** The common envelope of the user endpoints (§2.4). Texts that were left out are empty. */
export interface Envelope {
  /** `0000` means success. */
  code: string;
  /** `success` or empty beside `0000`; else a word of §7. */
  error: string;
  /** A sentence for a person, in the language of the request. */
  message: string;
}

/** The whole answer of the user-information endpoint (§4.3). */
export interface UserAnswer extends Envelope {
  /** Every field in the clear; one that was sent empty is `''`. */
  user: UserRecord;
}

/** Reads an envelope (§2.4), whatever its code says. @param body the JSON. @throws {FieldError} where it is none. */
export function readEnvelope(body: unknown): Envelope {
  if (isObject(body) && body.code === undefined && typeof body.error === 'string')
    throw new FieldError('code', `is missing: this is an error of the service, ${codeOfError(body.error)}`);
  if (!isObject(body) || typeof body.code !== 'string') throw new FieldError('code', 'is missing');
  return { code: body.code, error: readText(body, 'error'), message: readText(body, 'message') };
}

/**
 * Reads the answer of the user-information endpoint (§4.3), and decrypts the record in it: what an OAuth library that calls the endpoint by
 * itself gets.
 * @param body the JSON. @param clientSecret as the service issued it. @param onLeftOut called with each field that was left out.
 * @throws {FieldError} as {@link readUserRecord}; for `code` where the answer is no success.
 */
export async function readUserAnswer(
  body: unknown,
  clientSecret: string,
  onLeftOut?: OnLeftOut,
): Promise<UserAnswer> {
  const envelope = readEnvelope(body);
  if (envelope.code !== '0000') throw new FieldError('code', 'is not 0000');
  const { user } = body as { user?: unknown };
  return { ...envelope, user: await readUserRecord(user, clientSecret, onLeftOut) };
}

function readText(body: Record<string, unknown>, name: 'error' | 'message'): string {
  const value = body[name] ?? '';
  if (typeof value === 'string') return value;
  throw new FieldError(name, 'is no text');
}
