import type { serviceEvents } from '../../workers/service/settings/service-events.ts';
import type { Texts } from './page.ts';

/** When each event of the service occurs, in the page's order. */
export const serviceEventTexts: Record<keyof typeof serviceEvents.table, Texts> = {
  sign_in_started: {
    en: "A user starts a sign-in in their carrier's app. No phone rings, and the user is unknown until they approve.",
    ko: '사용자가 통신사 앱에서 로그인을 시작했습니다. 휴대폰에 알림을 보내지 않으며, 승인한 뒤에 사용자를 알게 됩니다.',
  },
  sign_in_requested: {
    en: 'The carrier has confirmed name and number, and sends a request to the phone.',
    ko: '통신사가 이름과 번호를 확인하고 휴대폰으로 요청을 보냅니다.',
  },
  sign_in_unconfirmed: {
    en: 'The carrier did not confirm name and number.',
    ko: '통신사가 이름과 번호를 확인해 주지 않았습니다.',
  },
  sign_in_unregistered: {
    en: 'The carrier has confirmed name and number, but the number has no authentication app.',
    ko: '통신사가 이름과 번호를 확인했지만, 번호에 등록된 인증 앱이 없습니다.',
  },
  sign_in_underage: {
    en: "The phone has approved, but the user is below the application's minimum age. Nothing was registered or granted.",
    ko: '휴대폰에서 승인했지만 애플리케이션의 최소 나이보다 어린 사용자입니다. 등록하거나 발급한 정보는 없습니다.',
  },
  sign_in_locked: {
    en: 'A limit of requests to the phone was reached.',
    ko: '휴대폰에 보내는 요청의 제한에 도달했습니다.',
  },
  risk_decided: {
    en: 'The risk decision about an approved sign-in was not `nothing`. `inputs` names what was considered, without values.',
    ko: '승인된 로그인의 위험 판단이 `nothing`이 아니었습니다. `inputs`에는 판단에 쓴 항목의 이름만 있고 값은 없습니다.',
  },
  sign_in_approved: { en: 'The phone has approved.', ko: '휴대폰에서 승인했습니다.' },
  sign_in_mismatched: {
    en: 'A wrong number was chosen, for the first time in the sign-in. The phone asks again.',
    ko: '로그인에서 처음으로 틀린 숫자를 선택했습니다. 휴대폰에 다시 요청합니다.',
  },
  sign_in_denied: {
    en: 'The phone has denied, or a second wrong number was chosen.',
    ko: '휴대폰에서 거절했거나 두 번째로 틀린 숫자를 선택했습니다.',
  },
  name_guessing: {
    en: 'Unknown browsers have tried too many unconfirmed names on one number in an hour.',
    ko: '모르는 브라우저가 1시간 동안 번호 하나에 확인되지 않은 이름을 너무 많이 시도했습니다.',
  },
  sign_in_expired: {
    en: 'The phone did not answer, and the waiting page has said so. A closed page causes no event.',
    ko: '휴대폰에서 응답하지 않아 대기 페이지가 이를 안내했습니다. 페이지를 닫은 경우에는 이벤트가 없습니다.',
  },
  sign_in_cancelled: {
    en: 'The user went back before there was a code, or the carrier ended the request because another replaced it.',
    ko: '인가 코드가 생기기 전에 사용자가 돌아갔거나, 다른 요청으로 대체되어 통신사가 요청을 끝냈습니다.',
  },
  reviewer_signed_in: {
    en: 'A store reviewer entered the right code.',
    ko: '심사 계정이 올바른 코드를 입력했습니다.',
  },
  reviewer_code_refused: {
    en: "A reviewer's code was refused. `kind`: `wrong`, or `limited` if a limit was reached.",
    ko: '심사 코드를 거절했습니다. `kind`는 `wrong`이거나, 제한에 도달했으면 `limited`입니다.',
  },
  carrier_failed: {
    en: 'A call to a carrier had no usable response. `kind`: `timeout`, `error`, `malformed`, or `switched_off`.',
    ko: '통신사 호출에서 쓸 수 있는 응답을 받지 못했습니다. `kind`는 `timeout`, `error`, `malformed`, `switched_off` 중 하나입니다.',
  },
  registered: { en: 'A number got a `plid`.', ko: '번호에 `plid`를 발급했습니다.' },
  number_changed_hands: {
    en: 'Another person than before has approved. The former `plid` has ended, and `person` is the new owner.',
    ko: '이전과 다른 소유자가 승인했습니다. 이전 `plid`는 종료되었고, `person`은 새 소유자입니다.',
  },
  consented: { en: 'The user agreed on the consent page.', ko: '사용자가 동의 페이지에서 동의했습니다.' },
  code_issued: {
    en: 'A full sign-in ended with an authorization code.',
    ko: '휴대폰 로그인이 끝나 인가 코드를 발급했습니다.',
  },
  code_redeemed: {
    en: 'The application exchanged a code for a token.',
    ko: '애플리케이션이 인가 코드를 토큰으로 교환했습니다.',
  },
  code_replayed: {
    en: 'A code was sent again: a bug of the client, or a stolen code. Its token has ended.',
    ko: '인가 코드를 다시 보냈습니다. 클라이언트의 버그이거나 훔친 코드입니다. 해당 토큰은 종료되었습니다.',
  },
  automatic_login_enabled: {
    en: 'A device will sign in automatically from now on.',
    ko: '기기에서 자동 로그인을 시작했습니다.',
  },
  automatic_login_granted: {
    en: 'A device signed in automatically and got a code.',
    ko: '기기가 자동 로그인해 인가 코드를 받았습니다.',
  },
  automatic_login_refused: {
    en: 'An automatic login has ended, or the application asks for more than the user agreed to.',
    ko: '자동 로그인이 이미 종료되었거나, 애플리케이션이 동의한 범위보다 많은 항목을 요청했습니다.',
  },
  automatic_login_copied: {
    en: 'A replaced cookie was used, so two browsers have it. The automatic login has ended.',
    ko: '이미 교체된 쿠키를 사용했습니다. 두 브라우저에 같은 쿠키가 있으므로 자동 로그인을 종료했습니다.',
  },
  automatic_login_ended: {
    en: 'An automatic login was turned off, on the phone or, without `token`, by the user at `/account` or through a notice.',
    ko: '휴대폰에서 자동 로그인을 껐습니다. `token`이 없으면 사용자가 `/account`나 알림에서 끈 것입니다.',
  },
  sign_in_ended: {
    en: 'The user ended the sign-in of a new browser through the notice of it.',
    ko: '사용자가 알림에서 새 브라우저의 로그인을 종료했습니다.',
  },
  disconnected: {
    en: 'The application or the user (`/account`) disconnected, or, with `token`, the carrier.',
    ko: '애플리케이션 또는 사용자(`/account`)가 연결을 끊었습니다. `token`이 있으면 통신사가 끊은 것입니다.',
  },
  data_downloaded: {
    en: 'A user downloaded their data at `/account`.',
    ko: '사용자가 `/account`에서 자신의 데이터를 내려받았습니다.',
  },
  left: {
    en: 'The owner of a number left. Their `plid` has ended.',
    ko: '번호의 소유자가 탈퇴해 `plid`가 종료되었습니다.',
  },
  person_shown: {
    en: 'An operator read the data stored about a user.',
    ko: '운영자가 사용자에 대해 저장된 데이터를 조회했습니다.',
  },
  person_erased: {
    en: 'An operator erased the data stored about a user.',
    ko: '운영자가 사용자에 대해 저장된 데이터를 삭제했습니다.',
  },
  affected_listed: {
    en: 'An operator listed the users whom a leak may affect. Once for each page.',
    ko: '운영자가 유출의 영향을 받았을 수 있는 이용자 목록을 조회했습니다. 페이지마다 한 번 기록합니다.',
  },
  application_registered: {
    en: 'An application was registered. `secret`: id of its first secret.',
    ko: '애플리케이션을 등록했습니다. `secret`은 첫 시크릿의 ID입니다.',
  },
  application_updated: {
    en: 'An application was changed. `changed`: names of the fields, none if only its secrets were encrypted again.',
    ko: '애플리케이션을 변경했습니다. `changed`는 필드의 이름이며, 시크릿을 다시 암호화하기만 했다면 생략됩니다.',
  },
  application_deleted: { en: 'An application was deleted.', ko: '애플리케이션을 삭제했습니다.' },
  application_imported: {
    en: 'An application was imported, also in place of an existing one.',
    ko: '애플리케이션을 가져왔습니다. 기존 애플리케이션을 대체한 경우도 포함합니다.',
  },
  applications_exported: {
    en: 'Applications were exported. Once for each page of a hundred.',
    ko: '애플리케이션을 내보냈습니다. 100건 페이지마다 한 번 기록합니다.',
  },
  events_resent: {
    en: 'An operator sent undelivered events again. Once for each page of a hundred.',
    ko: '운영자가 전달되지 않은 이벤트를 다시 보냈습니다. 100건 페이지마다 한 번 기록합니다.',
  },
  reviewer_added: {
    en: 'An operator registered a store reviewer.',
    ko: '운영자가 심사 계정을 등록했습니다.',
  },
  reviewer_removed: { en: 'An operator removed a store reviewer.', ko: '운영자가 심사 계정을 삭제했습니다.' },
  secret_added: {
    en: "The rotation of an application's secret began.",
    ko: '애플리케이션의 시크릿 교체를 시작했습니다.',
  },
  secret_retired: {
    en: "The rotation of an application's secret ended.",
    ko: '애플리케이션의 시크릿 교체를 마쳤습니다.',
  },
};
