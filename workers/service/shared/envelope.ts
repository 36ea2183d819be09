import type { Language } from '../../core/http/language.ts';
import { type MessageName, messages } from '../../core/protocol/messages.ts';
import type { Envelope, SuccessWord } from '../../core/protocol/user-record.ts';

/**
 * A success in the common envelope of §2.4: code, error, message, then what the endpoint adds, in this order.
 * @param message names the text in core/protocol/messages.ts.
 * @param success the value of `error` that the application registered for.
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
