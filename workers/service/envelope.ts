import type { Language } from '../core/language.ts';
import { type MessageName, messages } from '../core/messages.ts';
import type { Envelope, SuccessWord } from '../core/user-record.ts';

/**
 * A success in the common envelope of §2.4: code, error, message, then what the endpoint adds, in this order.
 * @param message names the text in core/messages.ts.
 * @param success the application's word for `error`.
 */
export function envelope(
  message: MessageName,
  language: Language,
  more: object = {},
  success: SuccessWord = 'success',
): Response {
  const fields: Envelope = { code: '0000', error: success, message: messages[language][message] };
  return Response.json({ ...fields, ...more });
}
