import { defineRefusals } from '../../core/protocol/errors.ts';
import type { Texts } from '../../core/protocol/texts.ts';

/** What only the service's sign-in and its token endpoint refuse. */
export const serviceRefusals = defineRefusals({
  unregistered_redirect: {
    status: 400,
    error: 'invalid_grant',
    en: 'The redirect address {value} matches none of the registered addresses.',
    ko: '리다이렉트 주소 {value}이(가) 등록된 주소와 일치하지 않습니다.',
  },
  unconfirmed: {
    status: 400,
    error: 'invalid_request',
    en: 'The name and phone number could not be confirmed with the three carriers. Check what was entered.',
    ko: '입력한 이름과 휴대폰 번호를 통신 3사에서 확인할 수 없습니다. 입력한 값을 확인해 주세요.',
  },
  code_not_for_this_request: {
    status: 400,
    error: 'invalid_grant',
    en: 'Invalid authorization code: it was issued for another application or redirect address.',
    ko: '인증 코드가 올바르지 않습니다. 다른 애플리케이션이나 다른 리다이렉트 주소에 발급된 코드입니다.',
  },
  invalid_code: {
    status: 500,
    error: 'server_error',
    level: 'info',
    en: 'Invalid authorization code: {value}',
    ko: '인증 코드가 올바르지 않습니다: {value}',
  },
});

/**
 * Why a person comes back with `access_denied`: what `message` tells the application, and `plid_reason` programs (RFC 6749 §8.2
 * has such names begin with the vendor's).
 */
export const denialReasons = {
  cancelled: { en: 'The user cancelled the sign-in.', ko: '사용자가 로그인을 취소했습니다.' },
  denied: { en: 'The sign-in was denied on the phone.', ko: '휴대폰에서 로그인을 거절했습니다.' },
  wrong_number: {
    en: 'Another number than the one shown was chosen on the phone.',
    ko: '휴대폰에서 화면에 표시된 것과 다른 숫자를 선택했습니다.',
  },
  unanswered: {
    en: 'The phone did not answer in time.',
    ko: '휴대폰에서 제시간에 응답하지 않았습니다.',
  },
  expired: { en: 'The sign-in was not finished in time.', ko: '제한 시간 안에 로그인을 마치지 못했습니다.' },
} as const satisfies Record<string, Texts>;
export type DenialReason = keyof typeof denialReasons;
