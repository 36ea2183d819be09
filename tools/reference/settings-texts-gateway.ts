import type { Texts } from './page.ts';

/** Every setting and secret of the gateway, in the page's order. */
export const gatewaySettings: Record<string, Texts> = {
  SERVICE_URL: {
    en: "The login service's origin, the specification's `{base_url}`. If it has a path, add the path to each of the five endpoint paths.",
    ko: '로그인 서비스의 출처로, 명세의 `{base_url}`입니다. 경로가 있으면 다섯 엔드포인트 경로에 각각 붙이세요.',
  },
  CLIENT_ID: {
    en: 'Client ID that the service issued.',
    ko: '서비스가 발급한 클라이언트 ID입니다.',
  },
  GATEWAY_ORIGIN: {
    en: 'Your host’s origin, such as `https://shop.example.com`.',
    ko: '호스트의 출처입니다. 예: `https://shop.example.com`.',
  },
  HSTS_SUBDOMAINS: {
    en: '`Y`: browsers use only https for all subdomains for a year. If the service shares the host, use its value.',
    ko: '`Y`이면 브라우저가 1년 동안 모든 하위 도메인에 https로만 접속합니다. 서비스와 호스트가 같으면 같은 값을 쓰세요.',
  },
  POPUP: {
    en: '`Y`: your pages can open the sign-in in a pop-up and receive its result.',
    ko: '`Y`이면 페이지가 로그인을 팝업으로 열고 결과를 받을 수 있습니다.',
  },
  APP_NAME: {
    en: "Your application's name on the gateway's pages, at most 40 characters.",
    ko: '게이트웨이의 페이지에 표시할 애플리케이션 이름입니다. 최대 40자.',
  },
  APP_LOGO: {
    en: "Your application's logo as `data:image/svg+xml;base64,…` (also `png` or `webp`), at most 4,096 characters.",
    ko: '애플리케이션의 로고입니다. `data:image/svg+xml;base64,…`(`png`, `webp`도 가능) 형식으로 최대 4,096자.',
  },
  ACCENT_COLOR: {
    en: 'Color of buttons and links, `#rrggbb`. Colors that are unreadable on white are rejected. Dark mode uses a lighter one.',
    ko: '버튼과 링크의 색입니다. `#rrggbb` 형식이며, 흰 배경에서 읽기 어려운 색은 거절합니다. 다크 모드에서는 더 밝게 표시합니다.',
  },
  PRIVACY_URL: {
    en: "Https address of your privacy notice. The gateway's pages link to it.",
    ko: '개인정보 처리방침의 https 주소입니다. 게이트웨이의 페이지에 링크를 표시합니다.',
  },
  SUPPORT_URL: {
    en: "Https address of your help page. The gateway's pages link to it.",
    ko: '고객 지원 페이지의 https 주소입니다. 게이트웨이의 페이지에 링크를 표시합니다.',
  },
  SESSION_LIFETIME: {
    en: 'Lifetime of a session in seconds, at least 600.',
    ko: '세션의 유효 시간(초)입니다. 600 이상.',
  },
  SESSION_ATTRIBUTES: {
    en: 'Attributes that `/auth/session` returns in addition to the `plid`, comma-separated. Default: all except `ci`. Empty: only the `plid`.',
    ko: '`/auth/session`이 `plid`와 함께 반환하는 항목입니다. 쉼표로 구분합니다. 기본값은 `ci`를 뺀 전부이며, 빈 값이면 `plid`만 반환합니다.',
  },
  SESSION_CACHE_LIFETIME: {
    en: "Seconds for which KV's copy of a session counts as fresh, at least 60.",
    ko: 'KV에 있는 세션 사본을 최신으로 보는 시간(초)입니다. 60 이상.',
  },
  STALE_SESSION_LIFETIME: {
    en: "Maximum age in seconds of the copy that is used while the user's object fails. The session is then marked `stale`. 0: never.",
    ko: '사용자 객체에 장애가 있을 때 쓸 수 있는 세션 사본의 최대 나이(초)입니다. 이때 세션에 `stale`을 표시합니다. 0이면 쓰지 않습니다.',
  },
  RETENTION_DAYS: {
    en: 'Days after which a user without a sign-in or session is deleted.',
    ko: '로그인도 세션도 없는 사용자를 삭제하기까지의 일수입니다.',
  },
  ACCESS_RECORD_DAYS: {
    en: 'Days after which an access record is deleted, 365 to 3,650. Large operators in Korea need 730.',
    ko: '접속기록을 보관하는 일수입니다. 365~3,650. 국내의 대규모 운영자는 730일이 필요합니다.',
  },
  LOCATION_HINT: {
    en: 'Region in which Durable Objects are created. Set it near your users before the first deployment, because existing objects stay in their region.',
    ko: 'Durable Object를 만드는 지역입니다. 이미 만든 객체는 옮겨지지 않으므로, 첫 배포 전에 사용자와 가까운 지역으로 설정하세요.',
  },
  SERVICE_TIMEOUT: {
    en: 'Maximum duration of one call to the service in seconds, 1 to 12.',
    ko: '서비스 호출 한 번의 최대 시간(초)입니다. 1~12.',
  },
  PKCE: {
    en: '`N`: sends no PKCE parameters. Set it for a service that rejects unknown parameters.',
    ko: '`N`이면 PKCE 매개변수를 보내지 않습니다. 모르는 매개변수를 거절하는 서비스에서 설정하세요.',
  },
  TOKEN_READS: {
    en: '`once`: the service lets an access token be read only once. The token proxy then refuses sign-ins that it would have to read first.',
    ko: '`once`: 서비스가 액세스 토큰을 한 번만 조회하게 하는 경우입니다. 토큰 프록시는 먼저 조회해야 하는 로그인을 거절합니다.',
  },
  PAR: {
    en: 'Sign-ins that are pushed to the service (RFC 9126): `apps` for those of apps if the service offers it, `Y` for all, `N` for none.',
    ko: '서비스에 미리 보내는(RFC 9126) 로그인입니다. `apps`는 서비스가 지원할 때 앱의 로그인, `Y`는 전부, `N`은 보내지 않습니다.',
  },
  ISS_REQUIRED: {
    en: '`Y`: refuses callbacks without `iss` (RFC 9207). A wrong `iss` is always refused. Set it if the service sends `iss`.',
    ko: '`Y`이면 `iss`(RFC 9207)가 없는 콜백을 거절합니다. `iss`가 다르면 항상 거절합니다. 서비스가 `iss`를 보낼 때 설정하세요.',
  },
  EVENT_ISSUER: {
    en: "`iss` of the service's events and callbacks, if it isn't `SERVICE_URL`.",
    ko: '서비스의 이벤트와 콜백에 있는 `iss`가 `SERVICE_URL`과 다를 때의 값입니다.',
  },
  AUTHORIZE_PATH: {
    en: "Path of the service's authorization endpoint.",
    ko: '서비스의 인가 엔드포인트 경로입니다.',
  },
  PAR_PATH: {
    en: "Path of the service's endpoint for pushed requests.",
    ko: '요청을 미리 보내는 서비스 엔드포인트의 경로입니다.',
  },
  TOKEN_PATH: { en: "Path of the service's token endpoint.", ko: '서비스의 토큰 엔드포인트 경로입니다.' },
  USER_PATH: {
    en: "Path of the service's user endpoint.",
    ko: '서비스의 사용자 정보 엔드포인트 경로입니다.',
  },
  DISCONNECT_PATH: {
    en: "Path of the service's disconnect endpoint.",
    ko: '서비스의 연결 끊기 엔드포인트 경로입니다.',
  },
  JWKS_PATH: {
    en: "Path of the service's public keys for events.",
    ko: '서비스가 이벤트의 공개 키를 공개하는 경로입니다.',
  },
  APP_LINKS: {
    en: "Links to which a callback may hand an app's sign-in: https, or a scheme that contains a dot. Comma-separated.",
    ko: '콜백이 앱의 로그인을 넘겨줄 수 있는 링크입니다. https이거나 점이 있는 스킴이며, 쉼표로 구분합니다.',
  },
  APPLICATION_URL: {
    en: "Your application's origin. Guard only.",
    ko: '애플리케이션의 출처입니다. 가드만 사용합니다.',
  },
  PUBLIC_PATHS: {
    en: 'Paths that need no sign-in, comma-separated, such as `/,/assets/*`. Guard only.',
    ko: '로그인이 필요 없는 경로입니다. 쉼표로 구분합니다. 예: `/,/assets/*`. 가드만 사용합니다.',
  },
  TRUSTED_ORIGINS: {
    en: "Origins whose pages may send changes and open WebSockets with the user's cookie, comma-separated, or `*` for all.",
    ko: '사용자의 쿠키로 변경 요청을 보내고 WebSocket을 열 수 있는 페이지의 출처입니다. 쉼표로 구분하며, `*`는 모두 허용합니다.',
  },
  TRUSTED_HEADERS: {
    en: 'Identity headers of a proxy in front of the gateway, such as `Cf-Access-Jwt-Assertion`. All others are dropped. Guard only.',
    ko: '게이트웨이 앞의 프록시가 보내는 신원 헤더입니다. 예: `Cf-Access-Jwt-Assertion`. 다른 신원 헤더는 삭제합니다. 가드만 사용합니다.',
  },
  PREFLIGHTS: {
    en: '`N`: refuses CORS preflights without a session instead of forwarding them. Guard only.',
    ko: '`N`이면 세션이 없는 CORS 사전 요청을 전달하지 않고 거절합니다. 가드만 사용합니다.',
  },
  VERIFY_PREFLIGHTS: {
    en: "`Y`: `/auth/verify` accepts CORS preflights without a session. Set it only if the proxy uses the request's own method.",
    ko: '`Y`이면 `/auth/verify`가 세션이 없는 CORS 사전 요청을 허용합니다. 프록시가 원래 요청의 메서드로 호출할 때만 설정하세요.',
  },
  VERIFY_USER_HEADER: {
    en: '`Y`: `/auth/verify` also returns the `plid` in `X-Auth-Request-User`, an unsigned header.',
    ko: '`Y`이면 `/auth/verify`가 서명이 없는 헤더 `X-Auth-Request-User`로도 `plid`를 반환합니다.',
  },
  OPENID_CLIENTS: {
    en: 'Relying parties of OpenID Connect, as JSON of at most 5 KB. Add one with `npx plid-admin relying-parties create`. Empty: off.',
    ko: 'OpenID Connect의 RP(Relying Party)입니다. 5KB 이하의 JSON이며, `npx plid-admin relying-parties create`로 추가합니다. 빈 값이면 OpenID Connect를 쓰지 않습니다.',
  },
  KEYS: {
    en: 'Encrypts cookies, states, and identities. The first key encrypts, and all decrypt. Rotate it yearly and after a leak.',
    ko: '쿠키, state, 신원 정보를 암호화합니다. 첫 번째 키로 암호화하고, 복호화할 때는 모든 키를 시도합니다. 매년, 그리고 유출되었을 때 교체하세요.',
  },
  CLIENT_SECRET: {
    en: 'Client secret that the service issued, without trailing whitespace. Replace it while the service accepts both secrets.',
    ko: '서비스가 발급한 클라이언트 시크릿입니다. 끝에 공백이 없어야 합니다. 서비스에서 두 시크릿이 모두 유효할 때 바꾸세요.',
  },
  ADMIN_TOKEN: {
    en: "Bearer tokens of the people API and the access records, each with its owner's name. Not the service's tokens.",
    ko: '개인정보 API와 접속기록의 베어러 토큰입니다. 토큰마다 소유자의 이름을 붙입니다. 서비스의 토큰과 다른 값을 쓰세요.',
  },
  IDENTITY_KEY: {
    en: 'Key that signs `Plid-Identity`, shared with your application. During a rotation it contains two keys. Guard and `/auth/verify` only.',
    ko: '`Plid-Identity`에 서명하는 키로, 애플리케이션과 공유합니다. 교체하는 동안에는 키가 두 개입니다. 가드와 `/auth/verify`만 사용합니다.',
  },
  OPENID_KEY: {
    en: "Private keys (RSA 2048 and P-256) that sign id_tokens and logout_tokens. Never use the service's keys. Optional.",
    ko: 'id_token과 logout_token에 서명하는 개인 키(RSA 2048, P-256)입니다. 서비스의 키를 쓰지 마세요. 선택 사항입니다.',
  },
  OPENID_SUBJECT_KEY: {
    en: 'Makes the `sub` of a user at each relying party. Never change it: with another key, every user is new there. Keep a copy.',
    ko: 'RP마다 다른 사용자의 `sub`를 만듭니다. 바꾸지 마세요. 다른 키를 쓰면 RP에서 모든 사용자가 새 사용자가 됩니다. 사본을 보관하세요.',
  },
};
