import type { gatewayEvents } from '../../workers/gateway/settings/gateway-events.ts';
import type { serviceEvents } from '../../workers/service/settings/service-events.ts';

/** When each event of the service occurs, in Korean and in the page's order. */
export const serviceEventTexts: Record<keyof typeof serviceEvents.table, string> = {
  sign_in_started:
    '사용자가 통신사 앱에서 로그인을 시작했습니다. 휴대폰에 알림을 보내지 않으며, 승인한 뒤에 사용자를 알게 됩니다.',
  sign_in_requested: '통신사가 이름과 번호를 확인하고 휴대폰으로 요청을 보냅니다.',
  sign_in_unconfirmed: '통신사가 이름과 번호를 확인해 주지 않았습니다.',
  sign_in_unregistered: '통신사가 이름과 번호를 확인했지만, 번호에 등록된 인증 앱이 없습니다.',
  sign_in_underage:
    '휴대폰에서 승인했지만 애플리케이션의 최소 나이보다 어린 사용자입니다. 등록하거나 발급한 정보는 없습니다.',
  sign_in_locked: '휴대폰에 보내는 요청의 제한에 도달했습니다.',
  risk_decided:
    '승인된 로그인의 위험 판단이 `nothing`이 아니었습니다. `inputs`에는 판단에 쓴 항목의 이름만 있고 값은 없습니다.',
  sign_in_approved: '휴대폰에서 승인했습니다.',
  sign_in_mismatched: '로그인에서 처음으로 틀린 숫자를 선택했습니다. 휴대폰에 다시 요청합니다.',
  sign_in_denied: '휴대폰에서 거절했거나 두 번째로 틀린 숫자를 선택했습니다.',
  name_guessing: '모르는 브라우저가 1시간 동안 번호 하나에 확인되지 않은 이름을 너무 많이 시도했습니다.',
  sign_in_expired:
    '휴대폰에서 응답하지 않아 대기 페이지가 이를 안내했습니다. 페이지를 닫은 경우에는 이벤트가 없습니다.',
  sign_in_cancelled:
    '인가 코드가 생기기 전에 사용자가 돌아갔거나, 다른 요청으로 대체되어 통신사가 요청을 끝냈습니다.',
  reviewer_signed_in: '심사 계정이 올바른 코드를 입력했습니다.',
  reviewer_code_refused:
    '심사 코드를 거절했습니다. `kind`는 `wrong`이거나, 제한에 도달했으면 `limited`입니다.',
  carrier_failed:
    '통신사 호출에서 쓸 수 있는 응답을 받지 못했습니다. `kind`는 `timeout`, `error`, `malformed`, `switched_off` 중 하나입니다.',
  registered: '번호에 `plid`를 발급했습니다.',
  number_changed_hands:
    '이전과 다른 명의자가 승인했습니다. 이전 `plid`는 종료되었고, `person`은 새 명의자입니다.',
  consented: '사용자가 동의 페이지에서 동의했습니다.',
  code_issued: '휴대폰 로그인이 끝나 인가 코드를 발급했습니다.',
  code_redeemed: '애플리케이션이 인가 코드를 토큰으로 교환했습니다.',
  code_replayed:
    '인가 코드를 다시 보냈습니다. 클라이언트의 버그이거나 훔친 코드입니다. 해당 토큰은 종료되었습니다.',
  automatic_login_enabled: '기기에서 자동 로그인을 시작했습니다.',
  automatic_login_granted: '기기가 자동 로그인해 인가 코드를 받았습니다.',
  automatic_login_refused:
    '자동 로그인이 이미 종료되었거나, 애플리케이션이 동의한 범위보다 많은 항목을 요청했습니다.',
  automatic_login_copied:
    '이미 교체된 쿠키를 사용했습니다. 두 브라우저에 같은 쿠키가 있으므로 자동 로그인을 종료했습니다.',
  passkey_created: '사용자가 휴대폰으로 로그인한 뒤 패스키를 만들었습니다.',
  passkey_granted: '사용자가 패스키로 로그인해 애플리케이션이 인가 코드를 받았습니다.',
  passkey_refused: '패스키가 종료되었거나 서명이 잘못되었거나, 애플리케이션에 휴대폰 확인이 필요합니다.',
  passkey_copied: '패스키의 횟수가 늘지 않았습니다. 두 기기에 같은 키가 있으므로 패스키를 종료했습니다.',
  passkey_ended:
    '패스키를 종료했습니다. `token`이 있으면 운영자가, 없으면 사용자가 `/account`나 알림에서 종료한 것입니다.',
  automatic_login_ended:
    '휴대폰에서 자동 로그인을 껐습니다. `token`이 없으면 사용자가 `/account`나 알림에서 끈 것입니다.',
  sign_in_ended: '사용자가 알림에서 새 브라우저의 로그인을 종료했습니다.',
  disconnected:
    '애플리케이션 또는 사용자(`/account`)가 연결을 끊었습니다. `token`이 있으면 통신사가 끊은 것입니다.',
  data_downloaded: '사용자가 `/account`에서 자신의 데이터를 내려받았습니다.',
  left: '번호의 명의자가 탈퇴해 `plid`가 종료되었습니다.',
  person_shown: '운영자가 사용자에 대해 저장된 데이터를 조회했습니다.',
  person_erased: '운영자가 사용자에 대해 저장된 데이터를 삭제했습니다.',
  affected_listed:
    '운영자가 유출의 영향을 받았을 수 있는 사용자 목록을 조회했습니다. 페이지마다 한 번 기록합니다.',
  application_registered: '애플리케이션을 등록했습니다. `secret`은 첫 시크릿의 ID입니다.',
  application_updated:
    '애플리케이션을 변경했습니다. `changed`는 필드의 이름이며, 시크릿을 다시 암호화하기만 했다면 생략됩니다.',
  application_deleted: '애플리케이션을 삭제했습니다.',
  application_imported: '애플리케이션을 가져왔습니다. 기존 애플리케이션을 대체한 경우도 포함합니다.',
  applications_exported: '애플리케이션을 내보냈습니다. 100건 페이지마다 한 번 기록합니다.',
  events_resent: '운영자가 전달되지 않은 이벤트를 다시 보냈습니다. 100건 페이지마다 한 번 기록합니다.',
  reviewer_added: '운영자가 심사 계정을 등록했습니다.',
  reviewer_removed: '운영자가 심사 계정을 삭제했습니다.',
  secret_added: '애플리케이션의 시크릿 교체를 시작했습니다.',
  secret_retired: '애플리케이션의 시크릿 교체를 마쳤습니다.',
};

/** When each event of the gateway occurs, in Korean and in the page's order. */
export const gatewayEventTexts: Record<keyof typeof gatewayEvents.table, string> = {
  session_started: '로그인해 세션을 시작했습니다. 자동 로그인이면 `automatic`이 `Y`입니다.',
  session_ended:
    '세션을 종료했습니다. 로그아웃했거나, 세션 목록에서 종료했거나, 같은 브라우저에서 다른 사용자가 로그인했습니다.',
  logged_out_everywhere: '사용자가 모든 기기에서 로그아웃했습니다. `sessions`는 종료한 세션의 수입니다.',
  automatic_login_refused:
    '모든 기기에서 로그아웃한 뒤에, 또는 휴대폰 승인이 필요한 로그인에 자동 로그인을 시도했습니다.',
  number_changed_hands: '`plid`가 이전과 다른 `ci`와 함께 왔습니다. 이전 세션은 종료되었습니다.',
  openid_login: 'RP가 인가 코드를 토큰으로 교환했습니다.',
  code_replayed: 'RP가 인가 코드를 다시 보냈습니다. 버그이거나 훔친 코드입니다. 해당 토큰은 종료되었습니다.',
  disconnected: '사용자의 연결을 끊었습니다. `sessions`는 종료한 세션의 수입니다.',
  person_shown: '운영자가 사용자에 대해 저장된 데이터를 조회했습니다.',
  person_erased: '운영자가 사용자에 대해 저장된 데이터를 삭제했습니다.',
};
