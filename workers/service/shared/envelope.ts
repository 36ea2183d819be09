import type { Language } from '../../core/http/language.ts';
import type { Texts } from '../../core/protocol/texts.ts';
import type { Envelope, SuccessWord } from '../../core/protocol/user-record.ts';

/** What an envelope says on success (§2.4). */
const successes = {
  user_read: { en: 'The user was read.', ko: '사용자 정보를 조회했습니다.' },
  user_disconnected: { en: 'The user was disconnected.', ko: '사용자의 연결을 해제했습니다.' },
  subscriber_left: {
    en: 'The registration of this phone number has ended.',
    ko: '휴대폰 번호의 등록이 해지되었습니다.',
  },
  automatic_logins_read: {
    en: 'The automatic logins were read.',
    ko: '자동 로그인 목록을 조회했습니다.',
  },
  automatic_logins_ended: { en: 'Automatic login was switched off.', ko: '자동 로그인을 해제했습니다.' },
} satisfies Record<string, Texts>;

/**
 * A success in the common envelope of §2.4: code, error, message, then what the endpoint adds, in this order.
 * @param success the value of `error` that the application registered for.
 */
export function envelope(
  message: keyof typeof successes,
  language: Language,
  more: object = {},
  success: SuccessWord = 'success',
): Response {
  const fields: Envelope = { code: '0000', error: success, message: successes[message][language] };
  return Response.json({ ...fields, ...more });
}
