import { type CarrierCode, carrierCodes, carrierNames } from '../../workers/core/protocol/user-record.ts';
import type { Half } from '../configuration/index.ts';

/** A carrier's settings. */
const carrier = (code: CarrierCode): Record<string, string> => ({
  [`CARRIER_${code}`]: `${carrierNames[code]} API의 주소입니다. 예: \`https://plid.carrier.example/v2\`. 끝에 슬래시를 붙이지 않습니다. 바로써트의 PASS 앱을 쓰려면 \`barocert:\`입니다. 바꾸면 진행 중인 휴대폰 요청이 끝납니다.`,
  [`CARRIER_${code}_TOKEN`]: `${carrierNames[code]}에 보내는 베어러 토큰입니다. 32자 이상이며, 토큰과 클라이언트 인증서 중 하나만 씁니다. 통신사가 두 토큰을 모두 받을 때 바꾸세요.`,
  [`CARRIER_${code}_OFF`]: `\`Y\`이면 ${carrierNames[code]}에 요청하지 않습니다. 가입자의 휴대폰 로그인은 503으로 실패하고, 자동 로그인은 계속됩니다.`,
  [`PHONE_APP_${code}`]: `${carrierNames[code]} 가입자의 인증 앱입니다. "앱"을 뺀 이름을 적고, 필요하면 쉼표와 앱을 여는 https 링크를 덧붙이세요. 없으면 "인증 앱"으로 표시합니다.`,
});

/** Every setting and secret of the service, in Korean and in the page's order. */
const service: Record<string, string> = {
  BASE_URL:
    '서비스의 출처로, 명세의 `{base_url}`입니다. 예: `https://login.example.com`. 호스트를 바꿀 때만 바꾸세요.',
  HSTS_SUBDOMAINS:
    '`Y`이면 브라우저가 1년 동안 호스트와 하위 도메인에 https로만 접속합니다. http가 필요한 하위 도메인이 있으면 첫 배포 전에 `N`으로 설정하세요.',
  LOCATION_HINT:
    'Durable Object를 만드는 지역입니다. 이미 만든 객체는 옮겨지지 않으므로, 첫 배포 전에 사용자와 가까운 지역으로 설정하세요.',
  ACCESS_RECORD_DAYS: '접속기록을 보관하는 일수입니다. 365~3,650. 국내의 대규모 운영자는 730일이 필요합니다.',
  NOTICE_DAYS:
    '연결이 끝난 뒤 제공 인덱스의 행을 보관하는 일수입니다. 1~3,650. 개인정보 처리방침에 적으세요.',
  PHONE_REQUEST_LIMIT:
    '10분 동안 휴대폰 한 대에 보낼 수 있는 미승인 요청 수입니다. 모르는 브라우저는 합쳐서, 아는 브라우저는 따로 셉니다.',
  BAROCERT_LINK_ID: '바로써트를 운영하는 링크허브의 계정(LinkID)입니다.',
  BAROCERT_SECRET_KEY:
    '계정의 비밀키(SecretKey)이며 Base64입니다. 호출에 서명하고 이름과 번호를 암호화합니다.',
  BAROCERT_CLIENT_CODE: '이용기관 코드입니다. 숫자 12자리입니다.',
  BAROCERT_CALL_CENTER: '고객센터 번호입니다. 예: `1600-0000`. PASS 앱이 요청마다 표시합니다.',
  BAROCERT_CODES:
    '바로써트 오류 코드의 뜻입니다. 예: `-1001=unconfirmed,-1002=unregistered`. `unconfirmed`, `unregistered`, `declined`, `denied`, `expired` 가운데 하나입니다.',
  BAROCERT_APP_TO_APP:
    '`Y`이면 휴대폰 브라우저의 요청은 푸시를 보내지 않고 그 휴대폰에서 PASS 앱을 엽니다. 사용자가 입력한 번호의 휴대폰에서 로그인할 때만 설정하세요.',
  BAROCERT_URL: '바로써트 API의 주소입니다. 고정 주소나 테스트용 서버를 쓸 때만 바꾸세요.',
  BAROCERT_AUTH_URL: '바로써트 인증 서버의 주소입니다. `BAROCERT_URL`처럼 바꾸세요.',
  SHOWN_REQUIRED:
    '`Y`이면 통신사가 휴대폰에 표시한 내용(`shown`)을 응답한 승인만 자동 로그인과 `/account`에 쓰입니다. 새 배포에는 `Y`가 설정됩니다.',
  NUMBER_MATCHING:
    '통신사별로 화면의 두 자리 숫자를 휴대폰에서 확인하는 방법입니다. 예: `S=type,L=none`. `choose`(기본값), `type`, `none` 가운데 하나입니다.',
  STARTS:
    '통신사 앱에서 로그인을 시작하는 방법입니다. 예: `S-link,S-code`. `none`이면 끕니다. 기본값은 모든 코드이며, `PHONE_APP_LINKS`가 있으면 모든 링크도 포함합니다.',
  PHONE_APP_LINKS:
    '통신사가 앱을 열 때 쓸 수 있는 링크입니다. 스킴(`tauthlink:`), 출처, Android 패키지(`package:com.example.app`)를 쉼표로 구분합니다. 나머지 링크는 쓰지 않고 로그에 남깁니다.',
  PHONE_APP_IN_WEBVIEWS:
    '`Y`이면 웹뷰의 페이지에도 통신사 앱 링크를 표시합니다. 애플리케이션의 웹뷰가 앱의 스킴을 전달할 때 설정하세요.',
  OPERATOR_NAME: '서비스의 페이지에 표시할 운영자 이름입니다. 최대 40자.',
  OPERATOR_LOGO:
    '운영자의 로고입니다. `data:image/svg+xml;base64,…`(`png`, `webp`도 가능) 형식으로 최대 4,096자.',
  ACCENT_COLOR:
    '버튼과 링크의 색입니다. `#rrggbb` 형식이며, 흰 배경에서 읽기 어려운 색은 거절합니다. 다크 모드에서는 더 밝게 표시합니다.',
  PRIVACY_URL: '개인정보 처리방침의 https 주소입니다. 모든 페이지에 링크를 표시합니다.',
  SUPPORT_URL: '고객 지원 페이지의 https 주소입니다. 모든 페이지에 링크를 표시합니다.',
  SECURITY_CONTACT:
    '취약점을 신고할 곳과 유효한 마지막 날입니다. 예: `mailto:security@example.com, 2027-06-30`. `/.well-known/security.txt`로 제공하며, 그날이 되기 전에 갱신하세요.',
  TURNSTILE_SITE_KEY:
    '호스트에 만든 Cloudflare Turnstile 위젯의 사이트 키입니다. `TURNSTILE_SECRET`과 함께 설정하면 확인 절차를 사용합니다.',
  TURNSTILE_URL: 'Turnstile 토큰을 검증하는 주소입니다. 시험용 서버를 쓸 때만 바꾸세요.',
  PASSKEYS:
    '`Y`이면 사용자가 휴대폰으로 로그인한 뒤 패스키를 만들고, `passkeys`로 등록된 애플리케이션에 패스키로 로그인할 수 있습니다.',
  ...Object.assign({}, ...carrierCodes.map(carrier)),
  KEYS: '인가 코드, 토큰, 쿠키, 필드 키를 암호화하고 로그의 가명을 만듭니다. 첫 번째 키로 암호화하고, 복호화할 때는 모든 키를 시도합니다. 매년, 그리고 유출되었을 때 교체하세요.',
  PHONE_KEY:
    '휴대폰 번호를 객체 이름으로, 명의자와 호출자를 가명으로 바꿉니다. 바꾸지 마세요. 다른 키를 쓰면 모든 사용자가 새 `plid`를 받습니다.',
  DISCLOSURE_KEY:
    '제공 인덱스의 행 이름을 만들고 내용을 암호화합니다. 첫 번째 키로 암호화하고, 모든 키로 복호화합니다. 없으면 인덱스를 쓰지 않습니다. 유출되었을 때 교체하세요.',
  ADMIN_TOKEN:
    '운영자 API의 베어러 토큰입니다. 쉼표로 구분하며, 토큰마다 운영자의 이름을 붙입니다. 언제든지 바꿀 수 있습니다.',
  CARRIER_TOKEN:
    '통신사가 서비스를 호출할 때 쓰는 베어러 토큰입니다. 쉼표로 구분합니다. `kt@K:TOKEN`은 KT의 번호만 다룹니다. 바꿀 때는 한동안 두 토큰을 모두 허용하세요.',
  EVENT_KEY:
    '애플리케이션에 보내는 이벤트에 서명하는 개인 키(P-256, PKCS #8)입니다. 첫 번째 키로 서명하고 모든 공개 키를 공개합니다. 없으면 이벤트를 보내지 않습니다. 선택 사항입니다.',
  OPENID_KEY:
    'id_token과 logout_token에 서명하는 개인 키(RSA 2048, P-256)입니다. 첫 번째 쌍으로 서명하고 모든 공개 키를 공개합니다. 없으면 OpenID Connect를 쓸 수 없습니다.',
  TURNSTILE_SECRET: 'Turnstile 위젯의 시크릿입니다. `TURNSTILE_SITE_KEY`와 함께 설정하세요. 선택 사항입니다.',
};

/** Every setting and secret of the gateway, in Korean and in the page's order. */
const gateway: Record<string, string> = {
  SERVICE_URL:
    '로그인 서비스의 출처로, 명세의 `{base_url}`입니다. 경로가 있으면 다섯 엔드포인트 경로에 각각 붙이세요.',
  CLIENT_ID: '서비스가 발급한 클라이언트 ID입니다.',
  GATEWAY_ORIGIN:
    '호스트의 출처입니다. 예: `https://shop.example.com`. 서비스에 등록할 리다이렉트 URI는 이 출처에 `/auth/callback`을 붙인 주소입니다.',
  HSTS_SUBDOMAINS:
    '`Y`이면 브라우저가 1년 동안 모든 하위 도메인에 https로만 접속합니다. 서비스와 호스트가 같으면 같은 값을 쓰세요.',
  POPUP: '`Y`이면 페이지가 로그인을 팝업으로 열고 결과를 받을 수 있습니다.',
  APP_NAME: '게이트웨이의 페이지에 표시할 애플리케이션 이름입니다. 최대 40자.',
  APP_LOGO:
    '애플리케이션의 로고입니다. `data:image/svg+xml;base64,…`(`png`, `webp`도 가능) 형식으로 최대 4,096자.',
  ACCENT_COLOR:
    '버튼과 링크의 색입니다. `#rrggbb` 형식이며, 흰 배경에서 읽기 어려운 색은 거절합니다. 다크 모드에서는 더 밝게 표시합니다.',
  PRIVACY_URL: '개인정보 처리방침의 https 주소입니다. 게이트웨이의 페이지에 링크를 표시합니다.',
  SUPPORT_URL: '고객 지원 페이지의 https 주소입니다. 게이트웨이의 페이지에 링크를 표시합니다.',
  SESSION_LIFETIME: '세션의 유효 시간(초)입니다. 600 이상.',
  SESSION_ATTRIBUTES:
    '`/auth/session`이 `plid`와 함께 반환하는 항목입니다. 쉼표로 구분합니다. 기본값은 `ci`를 뺀 전부이며, 빈 값이면 `plid`만 반환합니다.',
  SESSION_CACHE_LIFETIME: 'KV에 있는 세션 사본을 최신으로 보는 시간(초)입니다. 60 이상.',
  STALE_SESSION_LIFETIME:
    '사용자 객체에 장애가 있을 때 쓸 수 있는 세션 사본의 최대 나이(초)입니다. 이때 세션에 `stale`을 표시합니다. 0이면 쓰지 않습니다.',
  RETENTION_DAYS: '로그인도 세션도 없는 사용자를 삭제하기까지의 일수입니다.',
  ACCESS_RECORD_DAYS: '접속기록을 보관하는 일수입니다. 365~3,650. 국내의 대규모 운영자는 730일이 필요합니다.',
  LOCATION_HINT:
    'Durable Object를 만드는 지역입니다. 이미 만든 객체는 옮겨지지 않으므로, 첫 배포 전에 사용자와 가까운 지역으로 설정하세요.',
  SERVICE_TIMEOUT: '서비스 호출 한 번의 최대 시간(초)입니다. 1~12.',
  PKCE: '`N`이면 PKCE 매개변수를 보내지 않습니다. 공격자가 훔친 인가 코드를 쓸 수 있게 되므로, 모르는 매개변수를 거절하는 서비스에서만 설정하세요.',
  TOKEN_READS:
    '`once`: 서비스가 액세스 토큰을 한 번만 조회하게 하는 경우입니다. 토큰 프록시는 먼저 조회해야 하는 로그인을 거절합니다.',
  PAR: '서비스에 미리 보내는(RFC 9126) 로그인입니다. `apps`는 서비스의 메타데이터에 있을 때 앱의 로그인, `Y`는 전부, `N`은 보내지 않습니다.',
  ISS_REQUIRED:
    '`Y`이면 `iss`(RFC 9207)가 없는 콜백을 거절합니다. `iss`가 다르면 항상 거절합니다. 서비스가 `iss`를 보낼 때 설정하세요.',
  EVENT_ISSUER: '서비스의 이벤트와 콜백에 있는 `iss`가 `SERVICE_URL`과 다를 때의 값입니다.',
  AUTHORIZE_PATH: '서비스의 인가 엔드포인트 경로입니다.',
  PAR_PATH: '요청을 미리 보내는 서비스 엔드포인트의 경로입니다.',
  TOKEN_PATH: '서비스의 토큰 엔드포인트 경로입니다.',
  USER_PATH: '서비스의 사용자 정보 엔드포인트 경로입니다.',
  DISCONNECT_PATH: '서비스의 연결 끊기 엔드포인트 경로입니다.',
  JWKS_PATH: '서비스가 이벤트의 공개 키를 공개하는 경로입니다(RFC 7517).',
  APP_LINKS:
    '콜백이 앱의 로그인을 넘겨줄 수 있는 링크입니다. https이거나 점이 있는 스킴이며, 쉼표로 구분합니다.',
  APPLICATION_URL: '요청을 전달할 애플리케이션의 출처입니다. 가드만 사용합니다.',
  PUBLIC_PATHS: '로그인이 필요 없는 경로입니다. 쉼표로 구분합니다. 예: `/,/assets/*`. 가드만 사용합니다.',
  TRUSTED_ORIGINS:
    '사용자의 쿠키로 변경 요청을 보내고 WebSocket을 열 수 있는 페이지의 출처입니다. 쉼표로 구분하며, `*`는 모두 허용합니다.',
  TRUSTED_HEADERS:
    '게이트웨이 앞의 프록시가 보내는 신원 헤더입니다. 예: `Cf-Access-Jwt-Assertion`. 다른 신원 헤더는 삭제합니다. 가드만 사용합니다.',
  PREFLIGHTS: '`N`이면 세션이 없는 CORS 사전 요청을 전달하지 않고 거절합니다. 가드만 사용합니다.',
  VERIFY_PREFLIGHTS:
    '`Y`이면 `/auth/verify`가 세션이 없는 CORS 사전 요청을 허용합니다. 프록시가 원래 요청의 메서드로 호출할 때만 설정하세요.',
  VERIFY_USER_HEADER:
    '`Y`이면 `/auth/verify`가 서명이 없는 헤더 `X-Auth-Request-User`로도 `plid`를 반환합니다.',
  OPENID_CLIENTS:
    'OpenID Connect의 RP(Relying Party)입니다. 5KB 이하의 JSON이며, `npx plid-admin relying-parties create`로 추가합니다. 빈 값이면 OpenID Connect를 쓰지 않습니다.',
  KEYS: '쿠키, state, 신원 정보를 암호화합니다. 첫 번째 키로 암호화하고, 복호화할 때는 모든 키를 시도합니다. 매년, 그리고 유출되었을 때 교체하세요.',
  CLIENT_SECRET:
    '서비스가 발급한 클라이언트 시크릿입니다. 끝에 공백이 없어야 합니다. 서비스에서 두 시크릿이 모두 유효할 때 바꾸세요.',
  ADMIN_TOKEN:
    '개인정보 API와 접속기록의 베어러 토큰입니다. 토큰마다 운영자의 이름을 붙입니다. 예: `kim:TOKEN,lee@people:TOKEN`. 서비스의 토큰과 다른 값을 쓰세요.',
  IDENTITY_KEY:
    '`Plid-Identity`에 서명하는 키로, 애플리케이션과 공유합니다. 교체하는 동안에는 키가 두 개입니다. 가드와 `/auth/verify`만 사용합니다.',
  OPENID_KEY:
    'id_token과 logout_token에 서명하는 개인 키(RSA 2048, P-256)입니다. 서비스의 키를 쓰지 마세요. 선택 사항입니다.',
  OPENID_SUBJECT_KEY:
    'RP마다 다른 사용자의 `sub`를 만듭니다. 바꾸지 마세요. 다른 키를 쓰면 RP에서 모든 사용자가 새 사용자가 됩니다. 사본을 보관하세요.',
};

/** Every setting and secret, by half. */
export const koreanSettings: Record<Half, Record<string, string>> = { service, gateway };
