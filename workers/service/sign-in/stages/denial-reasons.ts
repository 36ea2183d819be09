import type { Texts } from '../../../core/protocol/texts.ts';

/**
 * The reasons for `access_denied`, each with a `message` for developers. Programs read the reason's name from
 * `plid_reason`, a parameter with the vendor's prefix (RFC 6749 §8.2). The comments say what to do
 * (docs/reference/errors.md).
 */
export const denialReasons = {
  /** Nothing. Offer the sign-in again. */
  cancelled: { en: 'The user cancelled the sign-in.', ko: '사용자가 로그인을 취소했습니다.' },
  /** Offer the sign-in again. If the user didn't start it, someone else typed their number. */
  denied: {
    en: 'The sign-in was not approved on the phone: it was denied, a wrong number was chosen, or a newer sign-in replaced it.',
    ko: '휴대폰에서 승인되지 않았습니다. 거절했거나, 다른 숫자를 선택했거나, 다른 곳에서 새로 로그인을 시작한 경우입니다.',
  },
  /** The user starts again, and chooses the number on the page. Unknown browsers get `denied` instead. */
  wrong_number: {
    en: 'A number other than the one shown was chosen on the phone.',
    ko: '휴대폰에서 로그인 화면의 숫자와 다른 숫자를 선택했습니다.',
  },
  /** The phone is off, offline, or has no app. The user starts again. */
  unanswered: {
    en: 'The phone did not answer in time.',
    ko: '휴대폰에서 제시간에 응답하지 않았습니다.',
  },
  /** The user registers the number in the carrier's app, and starts again. */
  unregistered: {
    en: 'This number is not registered in an app that can approve the sign-in. Register it in the carrier’s app.',
    ko: '로그인을 승인할 앱에 등록되지 않은 번호입니다. 통신사의 인증 앱에 번호를 등록해 주세요.',
  },
  /** Nothing was shared. If you accept minors, tell the user how to join with a guardian. */
  underage: {
    en: 'The user is younger than the application’s minimum age.',
    ko: '애플리케이션에서 정한 최소 나이보다 어린 사용자입니다.',
  },
  /**
   * Only at `/account`: the carrier did not report what its app showed. The log's `not_shown` line names the
   * carrier. See [`SHOWN_REQUIRED`](settings.md#service-shown_required).
   */
  not_shown: {
    en: 'The carrier did not confirm that the phone showed what the approval allows.',
    ko: '승인하면 무엇이 허용되는지 휴대폰에 표시되었는지 통신사에서 확인해 주지 않았습니다.',
  },
  /** A sign-in lasts 10 minutes from the user's latest step, 30 in all. The user starts again. */
  expired: { en: 'The sign-in was not finished in time.', ko: '제한 시간 안에 로그인을 마치지 못했습니다.' },
} as const satisfies Record<string, Texts>;
export type DenialReason = keyof typeof denialReasons;
