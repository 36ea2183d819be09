import { codeOfError } from '../../../workers/core/protocol/error-codes.ts';
import type { SentUserRecord } from '../../../workers/core/protocol/user-record.ts';
import { FieldError } from './field-error.ts';
import { isObject, type OnDroppedField, readUserRecord } from './read-record.ts';

/** The common envelope of the user endpoints (§2.4). Missing texts are empty. */
export interface Envelope {
  /** `0000` means success. */
  code: string;
  /** `success` or empty if the code is `0000`. Otherwise, an error code of §7. */
  error: string;
  /** A sentence for users, in the language of the request. */
  message: string;
}

/** The whole response of the user-information endpoint (§4.3). */
export interface UserAnswer extends Envelope {
  /** The user record with every field decrypted. A field that was sent empty is `''`. */
  user: SentUserRecord;
}

/**
 * Parses an envelope (§2.4), regardless of its code. @param body the parsed JSON. @throws {FieldError} if the
 * envelope is malformed.
 */
export function readEnvelope(body: unknown): Envelope {
  if (isObject(body) && body.code === undefined && typeof body.error === 'string')
    throw new FieldError(
      'code',
      `is missing because the service returned an error: ${codeOfError(body.error)}`,
    );
  if (!isObject(body) || typeof body.code !== 'string') throw new FieldError('code', 'is missing');
  return { code: body.code, error: readText(body, 'error'), message: readText(body, 'message') };
}

/**
 * Parses a response of the user-information endpoint (§4.3) and decrypts its record. Use it with OAuth libraries
 * that call the endpoint themselves. @param body the parsed JSON. @param clientSecret the client secret, issued by
 * the service. @param onDroppedField called with each dropped field. @throws {FieldError} if
 * {@link readUserRecord} throws it, or, for the field `code`, if the response isn't a success.
 */
export async function readUserAnswer(
  body: unknown,
  clientSecret: string,
  onDroppedField?: OnDroppedField,
): Promise<UserAnswer> {
  const envelope = readEnvelope(body);
  if (envelope.code !== '0000') throw new FieldError('code', 'is not 0000');
  const { user } = body as { user?: unknown };
  return { ...envelope, user: await readUserRecord(user, clientSecret, onDroppedField) };
}

function readText(body: Record<string, unknown>, name: 'error' | 'message'): string {
  const value = body[name] ?? '';
  if (typeof value === 'string') return value;
  throw new FieldError(name, "isn't a string");
}
