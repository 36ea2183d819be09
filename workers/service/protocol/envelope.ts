import type { Language } from '../../core/http/language.ts';
import type { Texts } from '../../core/protocol/texts.ts';
import type { SuccessCode, UserRecord } from '../../core/protocol/user-record.ts';

/** The common envelope of the user endpoints (§2.4). */
interface Envelope {
  code: string;
  error: string;
  message: string;
  user?: UserRecord;
}

/**
 * Returns a success response in the common envelope (§2.4): code, error, message, then the endpoint's own fields,
 * in this order. @param message the text in each language. @param success the value of `error` that the
 * application is registered for.
 */
export function envelope(
  message: Texts,
  language: Language,
  more: object = {},
  success: SuccessCode = 'success',
): Response {
  const fields: Envelope = { code: '0000', error: success, message: message[language] };
  return Response.json({ ...fields, ...more });
}
