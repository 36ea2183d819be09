import type { Language } from '../http/language.ts';

const en = {
  missing_item: 'The required item {item} is missing.',
  invalid_item: 'The value of {item} is not valid.',
  not_a_form: 'The value of Content-Type is not valid. Send application/x-www-form-urlencoded.',
  too_long: 'The value of {item} is not valid. It is too long: at most {value} bytes as it is sent.',
  unacceptable_callback:
    'The callback address {value} cannot be registered. It needs https (or http on this machine), its plain spelling, ' +
    'and no fragment, user name, wildcard or invisible character. Its query must not be empty, nor hold what ' +
    'the service adds to it: code, state, error, error_description, message.',
  unreadable_name:
    'The value of name is not valid: it needs a letter or digit, single plain spaces between words, and no invisible character or pile of marks.',
  name_taken:
    'Another application ({value}) has a name that looks the same. Choose another one, or send same_name: true if that is meant.',
  client_id_taken: 'A temporary error occurred. Try again later.',
  changed_meanwhile:
    'The application has been changed since the version that If-Match names. Look at it again, then repeat what is still meant.',
  secrets_full: 'Two secrets of this application are live already. Retire the older one first.',
  secret_in_use: 'This is the current secret of the application. Rotate first, then retire the older one.',
  insecure_transport: 'This address is served over https only.',
  unconfirmed:
    'The name and phone number could not be confirmed with the three carriers. Check what was entered.',
  unregistered_redirect: 'The redirect address {value} matches none of the registered addresses.',
  code_not_for_this_request:
    'Invalid authorization code: it was issued for another application or redirect address.',
  wrong_verifier: 'Invalid authorization code: the value of code_verifier does not belong to it.',
  missing_client: 'A client id must be provided.',
  unknown_client: 'Bad client credentials.',
  bad_client_fields: 'Bad client credentials.',
  missing_credentials: 'A client id must be provided.',
  bad_credentials: 'Bad client credentials.',
  authentication_failed: 'Authentication failed. Check the token in the Authorization header.',
  not_found: 'The requested API address is invalid.',
  method_not_allowed: 'This HTTP method is not supported here.',
  too_many_requests: 'Too many requests. Try again later.',
  invalid_code: 'Invalid authorization code: {value}',
  internal: 'A temporary error occurred. Try again later.',
  settings: 'This worker is not set up. Mend these settings: {settings}',
  unavailable: 'A temporary error occurred. Try again later.',
  access_denied: 'The sign-in was cancelled or denied.',
  login_required: 'The user must sign in.',
  flow_missing:
    'This browser has no sign-in under way that this answer belongs to. It may have been started in another browser, or its cookies were deleted.',
  flow_mismatch: 'The state of this answer does not match the sign-in that this browser has under way.',
  flow_expired: 'The sign-in took too long.',
  flow_used: 'This sign-in was completed already.',
  flow_of_app: 'This sign-in belongs to an app. Go back to the app to finish it there.',
  signed_out: 'This sign-in is over, and you have signed out since.',
  app_link_refused: 'The link is not among those that the setting APP_LINKS of this gateway allows.',
  prefetched: 'This address is not for fetching ahead.',
  upstream_refused: 'The login service refused this request.',
  upstream_invalid: 'The login service gave an answer that could not be understood.',
  client_refused: 'The login service does not accept the client credentials of this gateway.',
  upstream_timeout: 'The login service did not answer in time. Try again later.',
  upstream_unavailable: 'The login service is not available at the moment. Try again later.',
  sign_in_pending: 'The sign-in is being completed.',
  sign_in_broken_off: 'The sign-in was broken off before it was completed. Sign in again.',
  no_session: 'Nobody is signed in here.',
  user_read: 'The user was read.',
  user_disconnected: 'The user was disconnected.',
  subscriber_left: 'The registration of this phone number has ended.',
  automatic_logins_read: 'The automatic logins were read.',
  automatic_logins_ended: 'Automatic login was switched off.',
};

export type MessageName = keyof typeof en;

const ko: Record<MessageName, string> = {
  missing_item: '필수 항목 {item}이(가) 없습니다.',
  invalid_item: '{item} 값이 올바르지 않습니다.',
  not_a_form: 'Content-Type 값이 올바르지 않습니다. application/x-www-form-urlencoded로 보내 주세요.',
  too_long:
    '{item} 값이 올바르지 않습니다. 너무 깁니다. 보내는 그대로 최대 {value}바이트까지 쓸 수 있습니다.',
  unacceptable_callback:
    '콜백 주소 {value}을(를) 등록할 수 없습니다. https(이 기기의 주소는 http도 가능)로 시작하는 표준 표기여야 하며, ' +
    '프래그먼트, 사용자 이름, 와일드카드, 보이지 않는 문자를 넣을 수 없습니다. 쿼리는 비어 있거나, 서비스가 ' +
    '덧붙이는 code, state, error, error_description, message를 포함할 수 없습니다.',
  unreadable_name:
    'name 값이 올바르지 않습니다. 글자나 숫자가 있어야 하고, 단어 사이에는 일반 공백 하나만 쓸 수 있으며, 보이지 않는 문자나 겹겹이 쌓인 부호를 넣을 수 없습니다.',
  name_taken:
    '이름이 같아 보이는 애플리케이션({value})이 이미 있습니다. 다른 이름을 쓰거나, 의도한 것이라면 same_name: true를 보내 주세요.',
  client_id_taken: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
  changed_meanwhile:
    'If-Match의 버전 이후 애플리케이션이 변경되었습니다. 다시 확인한 뒤 필요한 변경을 다시 요청해 주세요.',
  secrets_full: '이 애플리케이션에는 이미 유효한 시크릿이 두 개 있습니다. 먼저 이전 시크릿을 폐기해 주세요.',
  secret_in_use:
    '애플리케이션이 현재 쓰는 시크릿입니다. 먼저 새 시크릿을 발급한 뒤 이전 시크릿을 폐기해 주세요.',
  insecure_transport: 'https로만 접속할 수 있는 주소입니다.',
  unconfirmed: '입력한 이름과 휴대폰 번호를 통신 3사에서 확인할 수 없습니다. 입력한 값을 확인해 주세요.',
  unregistered_redirect: '리다이렉트 주소 {value}이(가) 등록된 주소와 일치하지 않습니다.',
  code_not_for_this_request:
    '인증 코드가 올바르지 않습니다. 다른 애플리케이션이나 다른 리다이렉트 주소에 발급된 코드입니다.',
  wrong_verifier: '인증 코드가 올바르지 않습니다. code_verifier의 값이 이 코드와 일치하지 않습니다.',
  missing_client: '클라이언트 아이디가 필요합니다.',
  unknown_client: '클라이언트 인증 정보가 올바르지 않습니다.',
  bad_client_fields: '클라이언트 인증 정보가 올바르지 않습니다.',
  missing_credentials: '클라이언트 아이디가 필요합니다.',
  bad_credentials: '클라이언트 인증 정보가 올바르지 않습니다.',
  authentication_failed: '인증에 실패했습니다. Authorization 헤더의 토큰을 확인해 주세요.',
  not_found: '요청한 API 주소가 올바르지 않습니다.',
  method_not_allowed: '지원하지 않는 HTTP 메서드입니다.',
  too_many_requests: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
  invalid_code: '인증 코드가 올바르지 않습니다: {value}',
  internal: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
  settings: '이 워커의 설정이 끝나지 않았습니다. 다음 설정을 고쳐 주세요: {settings}',
  unavailable: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
  access_denied: '로그인이 취소되었거나 거절되었습니다.',
  login_required: '로그인이 필요합니다.',
  flow_missing:
    '이 브라우저에서 진행 중인 로그인을 찾을 수 없습니다. 다른 브라우저에서 시작했거나 쿠키가 삭제되었을 수 있습니다.',
  flow_mismatch: 'state 값이 이 브라우저에서 진행 중인 로그인과 일치하지 않습니다.',
  flow_expired: '로그인 유효 시간이 지났습니다.',
  flow_used: '이미 완료된 로그인입니다.',
  flow_of_app: '앱에서 시작한 로그인입니다. 앱으로 돌아가 로그인을 마쳐 주세요.',
  signed_out: '이미 끝난 로그인이며, 그 후 로그아웃했습니다.',
  app_link_refused: '이 게이트웨이의 APP_LINKS 설정이 허용하지 않는 링크입니다.',
  prefetched: '미리 가져올 수 없는 주소입니다.',
  upstream_refused: '로그인 서비스가 이 요청을 거절했습니다.',
  upstream_invalid: '로그인 서비스의 응답을 이해할 수 없습니다.',
  client_refused: '로그인 서비스가 이 게이트웨이의 클라이언트 인증 정보를 받아들이지 않습니다.',
  upstream_timeout: '로그인 서비스가 제시간에 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.',
  upstream_unavailable: '지금은 로그인 서비스를 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  sign_in_pending: '로그인을 마무리하고 있습니다.',
  sign_in_broken_off: '로그인이 끝나기 전에 중단되었습니다. 다시 로그인해 주세요.',
  no_session: '로그인하지 않은 상태입니다.',
  user_read: '사용자 정보를 조회했습니다.',
  user_disconnected: '사용자의 연결을 해제했습니다.',
  subscriber_left: '휴대폰 번호의 등록이 해지되었습니다.',
  automatic_logins_read: '자동 로그인 목록을 조회했습니다.',
  automatic_logins_ended: '자동 로그인을 해제했습니다.',
};

/** What a person is told for each reason (§7) and each success (§2.4), in each language. */
export const messages: Record<Language, Record<MessageName, string>> = { ko, en };
