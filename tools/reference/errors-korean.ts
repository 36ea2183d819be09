import type * as coreRefusals from '../../workers/core/protocol/refusals.ts';
import type * as gatewayRefusals from '../../workers/gateway/settings/gateway-refusals.ts';
import type * as operatorRefusals from '../../workers/service/operator/access/operator-refusals.ts';
import type * as serviceRefusals from '../../workers/service/protocol/service-refusals.ts';
import type { DenialReason } from '../../workers/service/sign-in/stages/denial-reasons.ts';

/** Cause and fix of every error that service and gateway share, in Korean and in the page's order. */
export const coreErrors: Record<keyof typeof coreRefusals, string> = {
  access_denied:
    '사용자가 돌아갔거나, 거절했거나, 시간이 지났습니다. 구체적인 이유는 `plid_reason`에 있습니다. 다시 로그인할 수 있게 안내하세요.',
  login_required:
    '`prompt=none`인데 자동 로그인을 할 수 없습니다. `prompt` 없이, 또는 `prompt=login`으로 다시 시작하세요.',
  missing_item:
    '필수 매개변수가 없거나 비어 있습니다. 메시지의 항목을 보내세요. 일부 라이브러리는 기본으로 `state`를 보내지 않습니다.',
  invalid_item:
    '항목이 중복되었거나, 형식이 잘못되었거나, 쿼리와 폼의 값이 다릅니다. `flow`라면 끝난 로그인이므로 다시 시작하세요.',
  not_a_form: '본문이 JSON이거나 다른 형식입니다. 메시지의 헤더를 설정하세요.',
  too_long: '`state`나 본문이 너무 깁니다. 데이터는 직접 저장하고 `state`에는 짧은 키를 보내세요.',
  insecure_transport: 'http로 요청했습니다. `https://`를 사용하세요.',
  missing_client: '주소에 `client_id`가 없습니다. 추가하세요.',
  unknown_client:
    '이 `client_id`로 등록된 애플리케이션이 없습니다. 오타이거나, 삭제되었거나, 다른 서비스에 등록되었습니다. `npx plid-admin applications list`와 비교하세요.',
  missing_credentials: '요청에 클라이언트 인증 정보가 없습니다. HTTP Basic으로 보내세요.',
  bad_credentials:
    '클라이언트 시크릿에 오타나 끝 공백이 있거나, 폐기되었거나, 다른 애플리케이션의 시크릿입니다.',
  bad_client_fields: '`bad_credentials`와 같으며, 인증 정보를 폼 필드로 보낸 경우입니다.',
  unregistered_redirect:
    '리다이렉트 URI가 등록된 값과 글자까지 같지 않습니다. `applications update --redirect-uri`로, 게이트웨이에서는 `OPENID_CLIENTS`에 등록하세요.',
  wrong_verifier:
    '`code_verifier`가 이 로그인의 챌린지와 맞지 않습니다. `state`마다 verifier를 하나씩 저장하세요.',
  refused_code:
    'OpenID Connect의 인가 코드는 60초 동안 한 번, 그 요청의 `redirect_uri`와 `code_verifier`로 쓸 수 있습니다. 다른 인가 코드는 `/oauth2/token`으로 보내세요.',
  unsupported_grant_type:
    '리프레시 토큰과 클라이언트 자격 증명 방식은 지원하지 않습니다. `grant_type=authorization_code`를 보내세요.',
  authentication_failed:
    '토큰이 알 수 없는 값이거나, 만료되었거나, 종료되었습니다. 토큰을 받은 즉시 사용자를 조회하세요. 운영자 API에서는 운영자 토큰을 확인하세요.',
  not_found: '없는 주소입니다. `/v1`이 빠졌거나 끝에 슬래시가 있는지 확인하세요.',
  method_not_allowed: '응답의 `Allow` 헤더에서 쓸 수 있는 메서드를 확인하세요.',
  too_many_requests:
    '제한에 도달했습니다. 어떤 제한인지는 로그의 `cause`에 있습니다. `Retry-After`만큼 기다리세요. 제한을 높이려면 [제한](limits.md)을 확인하세요.',
  unavailable:
    'KV, Durable Object, 통신사, 또는 가드 뒤의 애플리케이션에 장애가 있습니다. 로그의 `cause`를 확인하고 `Retry-After`만큼 기다리세요.',
  internal:
    'plid의 버그이며, 다시 시도해도 해결되지 않습니다. 로그의 `cause`와 `npx plid-admin source`의 결과를 첨부해 이슈를 등록하세요.',
  settings:
    '설정이 없거나 잘못되었거나, `PHONE_KEY`가 다른 워커와 다릅니다. 메시지의 설정을 고치고 배포하세요.',
  missing_reason: '개인정보에 접속할 때마다 사유를 기록합니다. `reason`을 보내거나 `--reason`을 추가하세요.',
  access_not_recorded:
    '접속기록을 쓸 수 없습니다. 업그레이드했다면 객체의 워커도 배포하세요. 원인은 로그의 `cause`에 있습니다.',
};

/** Cause and fix of every error that only the service returns, in Korean and in the page's order. */
export const serviceErrors: Record<keyof typeof serviceRefusals, string> = {
  request_expired:
    '미리 보낸 요청(`request_uri`)은 90초 안에 열어야 합니다. 사용자가 로그인을 시작할 때 보내세요.',
  unconfirmed:
    '통신사에 이 이름과 번호의 가입자가 없습니다. 사용자도 같은 안내를 보고 이름이나 통신사를 고칠 수 있습니다.',
  unregistered:
    '이름, 번호, 통신사는 맞지만 통신사 앱에 등록되지 않은 번호입니다. 사용자가 통신사 앱에서 등록해야 합니다.',
  underage:
    '사용자가 `minimum_age`보다 어립니다. 애플리케이션에 다른 나이나 법정대리인의 동의 방법을 등록할 수 있습니다.',
  challenge:
    '모르는 브라우저의 제한에 도달했고 Turnstile이 설정되어 있습니다. 브라우저는 페이지에서 계속할 수 있지만 프로그램은 할 수 없습니다.',
  carrier_limit:
    '통신사의 제한이며 설정으로 바꿀 수 없습니다. `Retry-After`만큼 기다리고, 자주 발생하면 통신사에 문의하세요.',
  start_not_offered: '통신사가 `start`를 제공하지 않습니다. `STARTS`에서 빼세요.',
  code_not_for_this_request:
    '토큰 요청의 `redirect_uri`나 `client_id`가 인가 요청과 다릅니다. 같은 값을 보내세요.',
  invalid_code:
    '알 수 없거나, 60초가 지났거나, 이미 사용한 인가 코드입니다. 대개 콜백이 두 번 처리된 경우입니다. 다시 보내면 토큰이 종료되므로 재시도하지 마세요.',
  passkey_unknown:
    '패스키가 종료되었거나, 만료되었거나, 다른 로그인에 쓰였습니다. 사용자가 휴대폰으로 로그인한 뒤 새로 만들 수 있습니다.',
  phone_needed:
    '처음 하는 동의, 바뀐 동의, 나이처럼 휴대폰으로만 확인할 수 있는 것이 필요합니다. 사용자가 휴대폰으로 로그인합니다.',
};

/** What to do about every `plid_reason`, in Korean and in the page's order. */
export const outcomes: Record<DenialReason, string> = {
  cancelled: '할 일이 없습니다. 로그인 버튼을 다시 보여 주세요.',
  denied:
    '다시 로그인할 수 있게 안내하세요. 사용자가 시작하지 않은 로그인이라면 다른 사람이 번호를 입력한 것입니다.',
  wrong_number: '사용자가 다시 시작해 페이지의 숫자를 선택합니다. 모르는 브라우저에는 `denied`를 반환합니다.',
  unanswered: '휴대폰이 꺼져 있거나, 오프라인이거나, 앱이 없습니다. 사용자가 다시 시작합니다.',
  unregistered: '사용자가 통신사 앱에 번호를 등록하고 다시 시작합니다.',
  underage: '전달된 정보가 없습니다. 미성년자를 받는다면 법정대리인과 함께 가입하는 방법을 안내하세요.',
  not_shown:
    '`/account`에서만 발생합니다. 통신사가 앱에 표시한 내용을 응답하지 않았습니다. 로그의 `not_shown`에서 통신사를 확인하고 [`SHOWN_REQUIRED`](settings.md#service-shown_required)를 참고하세요.',
  expired: '로그인은 마지막 단계부터 10분, 최대 30분 동안 유효합니다. 사용자가 다시 시작합니다.',
};

/** Cause and fix of every error of the gateway, in Korean and in the page's order. */
export const gatewayErrors: Record<keyof typeof gatewayRefusals, string> = {
  no_session:
    '로그인하지 않았거나 세션이 끝났습니다. 사용자를 `/auth/login?return_to=…`로 보내세요. 백엔드에서는 `Cookie` 헤더를 전달해야 합니다.',
  client_refused:
    '서비스가 `CLIENT_ID`와 `CLIENT_SECRET`을 거절해 아무 사용자도 로그인할 수 없습니다. 값을 고치고 배포하세요.',
  cross_origin:
    '가드는 다른 출처의 페이지에서 보낸 변경 요청을 거절합니다. 직접 운영하는 출처는 `TRUSTED_ORIGINS`에, 결제 콜백은 `PUBLIC_PATHS`에 추가하세요.',
  other_host:
    '게이트웨이의 호스트가 여러 개이고, `GATEWAY_ORIGIN`은 다른 호스트입니다. 링크에는 `GATEWAY_ORIGIN`만 쓰거나, 나머지 호스트를 그 주소로 리다이렉트하세요.',
  not_the_proxy:
    '프록시가 키를 보내지 않았거나 키가 틀립니다. `npx plid-admin keys proxy`가 출력하는 키를 쓰세요. 페이지에서는 `/auth/session`을 호출하세요.',
  flow_missing:
    '콜백을 다른 브라우저에서 열었거나 쿠키가 삭제 또는 차단되었습니다. 같은 브라우저에서 `/auth/login`부터 시작하세요.',
  flow_elsewhere:
    '콜백을 다른 브라우저에서 열었거나, 완료한 뒤 다시 열었습니다. 페이지가 사용자를 가려던 곳으로 안내합니다.',
  flow_mismatch:
    '`state`가 이 브라우저의 로그인과 맞지 않습니다. 다시 시작하세요. 로그에 `issuer`가 있으면 `ISS_REQUIRED`와 `EVENT_ISSUER`를 확인하세요.',
  flow_expired: '`/auth/login`부터 1시간이 지났습니다. 다시 시작하세요.',
  flow_used:
    '이 로그인은 이미 다른 인가 코드로 돌아왔거나, 돌아온 지 10분이 지났습니다. 다시 시작하세요. 앱은 새 verifier를 만들어야 합니다.',
  flow_of_app: '앱의 콜백을 브라우저에서 열었고 `app_link`가 없습니다. 앱에서 이 주소를 처리하세요.',
  app_link_refused: '`app_link`가 `APP_LINKS` 설정의 값과 같아야 합니다. 설정에 추가하세요.',
  session_only:
    '`TOKEN_READS`가 `once`이고 `app_link`가 https 주소가 아닙니다. `POST /auth/session`으로 로그인을 마치세요.',
  sign_in_pending: '같은 로그인의 다른 콜백을 처리하고 있습니다. 페이지가 자동으로 다시 시도합니다.',
  sign_in_broken_off: '콜백 처리가 중단되었습니다. 새로 로그인하세요.',
  signed_out: '로그인을 완료한 뒤 로그아웃했습니다. 오래된 탭이므로 할 일이 없습니다.',
  prefetched: '브라우저가 주소를 미리 가져왔습니다. 사용자가 열 때 다시 요청하므로 할 일이 없습니다.',
  upstream_refused: '서비스가 거절했습니다. 응답과 로그에 있는 서비스의 `error`와 `message`를 찾아보세요.',
  upstream_invalid:
    '서비스의 응답이 명세와 다릅니다. HTML이거나, 형식이 잘못되었거나, `plid`가 없거나, 64KiB를 넘습니다. `SERVICE_URL`을 확인하세요.',
  upstream_timeout: '서비스가 `SERVICE_TIMEOUT` 안에 응답하지 않았습니다. 나중에 다시 시작하세요.',
  upstream_unavailable:
    '서비스에 연결할 수 없거나, 서비스가 429 또는 503을 반환합니다. `Retry-After`만큼 기다리세요. 항상 실패하면 `SERVICE_URL`을 확인하세요.',
  event_malformed: '`POST /auth/events`는 서비스만 호출합니다. 요청에 다른 내용이 있었습니다.',
  event_key_unknown: '서비스가 공개하지 않은 키입니다. `JWKS_PATH`를 확인하세요.',
  event_forged: '다른 발신자가 서명한 이벤트입니다. 아무 작업도 하지 않았습니다.',
  event_not_handled:
    '`createGateway({ events })`의 함수가 실패했고 로그에 실패가 있습니다. 함수를 고치세요. 서비스가 이벤트를 다시 보냅니다.',
  disconnect_incomplete:
    '`createGateway({ events })`의 함수가 실패했고 로그에 실패가 있습니다. 함수를 고치세요. 게이트웨이가 30일 동안 다시 호출합니다.',
  event_of_other_issuer:
    '`iss`가 `SERVICE_URL`이 아닙니다. 서비스가 다른 이름을 쓰면 `EVENT_ISSUER`를 설정하세요.',
  event_for_other_audience:
    '`aud`가 `CLIENT_ID`가 아닙니다. 다른 애플리케이션에 이 주소를 등록하지 않았는지 확인하세요.',
  event_of_other_time: '4일이 지난 이벤트이거나 시계가 맞지 않습니다.',
};

/** Cause and fix of every error of the operator APIs, in Korean and in the page's order. */
export const operatorErrors: Record<keyof typeof operatorRefusals, string> = {
  missing_recipient: '`--recipient`를 추가하세요.',
  missing_purpose: '`--purpose`를 추가하세요.',
  missing_retention: '`--retention`을 추가하세요.',
  missing_privacy_url: '`--privacy-url`을 추가하세요.',
  optional_not_asked: '항목을 `--attributes`에도 추가하거나 `--optional`에서 빼세요.',
  unreadable: '보이지 않는 문자가 있습니다. 대개 문서에서 복사한 경우이므로 직접 입력하세요.',
  mixed_scripts: '단어를 직접 입력하세요. 복사한 단어에는 모양이 같은 다른 문자가 있을 수 있습니다.',
  unacceptable_address: '브라우저에 표시되는 대로 주소를 적으세요.',
  unacceptable_callback: '메시지에 따라 주소를 고치세요.',
  unacceptable_events: '메시지에 따라 주소를 고치세요.',
  loopback_address: 'https 주소를 등록하세요. 배포된 서비스로 시험하려면 `--allow-loopback`을 추가하세요.',
  name_taken: '다른 이름을 쓰세요. 한 쇼핑몰의 앱과 웹사이트라면 `--same-name`을 추가하세요.',
  application_exists: '애플리케이션을 대체하려면 가져오기에 `--replace`를 추가하세요.',
  application_deleted: '애플리케이션을 새로 등록하세요. 클라이언트 ID가 바뀝니다.',
  changed_meanwhile:
    '다른 운영자가 애플리케이션을 변경했습니다. `applications show`로 확인하고 다시 결정하세요.',
  client_id_taken: '무작위로 만든 클라이언트 ID가 이미 있습니다. 명령을 다시 실행하세요.',
  secrets_full: '`applications retire`로 이전 시크릿을 폐기하세요.',
  secret_in_use: '먼저 `applications rotate`를 실행하세요.',
  sealed_elsewhere: '이전 서비스의 `KEYS`를 시크릿 파일에 복사해 배포한 뒤 다시 가져오세요.',
  events_not_set_up: '`npx plid-admin deploy service`를 실행하면 키를 만듭니다.',
  openid_not_set_up: '`npx plid-admin deploy service`를 실행하면 키를 만듭니다.',
  reviewer_period: '`--until`을 다시 지정하세요.',
  reviewers_full: '`reviewers list`로 확인하고 `reviewers remove`로 삭제하세요.',
};
