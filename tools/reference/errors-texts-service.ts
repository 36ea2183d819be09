import type * as refusals from '../../workers/service/protocol/service-refusals.ts';
import type { DenialReason } from '../../workers/service/sign-in/stages/denial-reasons.ts';
import type { Texts } from './page.ts';

/** Cause and fix of every error that only the service returns, in the page's order. */
export const serviceErrors: Record<keyof typeof refusals, Texts> = {
  request_expired: {
    en: 'A pushed request (`request_uri`) must be opened within 90 seconds. Push it when the user starts to sign in.',
    ko: '미리 보낸 요청(`request_uri`)은 90초 안에 열어야 합니다. 사용자가 로그인을 시작할 때 보내세요.',
  },
  unconfirmed: {
    en: 'The carrier does not know this name with this number. Users see the same text, and can correct the name or carrier.',
    ko: '통신사에 이 이름과 번호의 가입자가 없습니다. 사용자도 같은 안내를 보고 이름이나 통신사를 고칠 수 있습니다.',
  },
  unregistered: {
    en: "Name, number, and carrier are right, but the number is not registered in the carrier's app. The user registers it there.",
    ko: '이름, 번호, 통신사는 맞지만 통신사 앱에 등록되지 않은 번호입니다. 사용자가 통신사 앱에서 등록해야 합니다.',
  },
  underage: {
    en: 'The user is below `minimum_age`. The application can register another age, or its own consent of guardians.',
    ko: '사용자가 `minimum_age`보다 어립니다. 애플리케이션에 다른 나이나 법정대리인의 동의 방법을 등록할 수 있습니다.',
  },
  challenge: {
    en: 'Unknown browsers have reached a limit, and Turnstile is set up. Browsers continue with the page. Programs cannot.',
    ko: '모르는 브라우저의 제한에 도달했고 Turnstile이 설정되어 있습니다. 브라우저는 페이지에서 계속할 수 있지만 프로그램은 할 수 없습니다.',
  },
  carrier_limit: {
    en: 'A limit of the carrier, which no setting changes. Wait for `Retry-After`. If it happens often, ask the carrier.',
    ko: '통신사의 제한이며 설정으로 바꿀 수 없습니다. `Retry-After`만큼 기다리고, 자주 발생하면 통신사에 문의하세요.',
  },
  start_not_offered: {
    en: 'The carrier does not offer `start`. Remove it from `STARTS`.',
    ko: '통신사가 `start`를 제공하지 않습니다. `STARTS`에서 빼세요.',
  },
  code_not_for_this_request: {
    en: 'The `redirect_uri` or `client_id` of the exchange differs from the authorization request. Send the same values.',
    ko: '토큰 요청의 `redirect_uri`나 `client_id`가 인가 요청과 다릅니다. 같은 값을 보내세요.',
  },
  invalid_code: {
    en: 'The code is unknown, older than 60 seconds, or used. Usually a callback ran twice. Do not retry: a repeated code ends its token.',
    ko: '알 수 없거나, 60초가 지났거나, 이미 사용한 인가 코드입니다. 대개 콜백이 두 번 처리된 경우입니다. 다시 보내면 토큰이 종료되므로 재시도하지 마세요.',
  },
};

/** What to do about every `plid_reason`, in the page's order. */
export const outcomes: Record<DenialReason, Texts> = {
  cancelled: {
    en: 'Nothing. Offer the sign-in again.',
    ko: '할 일이 없습니다. 로그인 버튼을 다시 보여 주세요.',
  },
  denied: {
    en: "Offer the sign-in again. If the user didn't start it, someone else typed their number.",
    ko: '다시 로그인할 수 있게 안내하세요. 사용자가 시작하지 않은 로그인이라면 다른 사람이 번호를 입력한 것입니다.',
  },
  wrong_number: {
    en: 'The user starts again, and chooses the number on the page. Unknown browsers get `denied` instead.',
    ko: '사용자가 다시 시작해 페이지의 숫자를 선택합니다. 모르는 브라우저에는 `denied`를 반환합니다.',
  },
  unanswered: {
    en: 'The phone is off, offline, or has no app. The user starts again.',
    ko: '휴대폰이 꺼져 있거나, 오프라인이거나, 앱이 없습니다. 사용자가 다시 시작합니다.',
  },
  unregistered: {
    en: "The user registers the number in the carrier's app, and starts again.",
    ko: '사용자가 통신사 앱에 번호를 등록하고 다시 시작합니다.',
  },
  underage: {
    en: 'Nothing was shared. If you accept minors, tell the user how to join with a guardian.',
    ko: '전달된 정보가 없습니다. 미성년자를 받는다면 법정대리인과 함께 가입하는 방법을 안내하세요.',
  },
  not_shown: {
    en: "Only at `/account`: the carrier did not report what its app showed. The log's `not_shown` line names the carrier. See [`SHOWN_REQUIRED`](settings.md#service-shown_required).",
    ko: '`/account`에서만 발생합니다. 통신사가 앱에 표시한 내용을 응답하지 않았습니다. 로그의 `not_shown`에서 통신사를 확인하고 [`SHOWN_REQUIRED`](settings.md#service-shown_required)를 참고하세요.',
  },
  expired: {
    en: "A sign-in lasts 10 minutes from the user's latest step, 30 in all. The user starts again.",
    ko: '로그인은 마지막 단계부터 10분, 최대 30분 동안 유효합니다. 사용자가 다시 시작합니다.',
  },
};
