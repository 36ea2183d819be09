import type { Texts } from './page.ts';

/** A carrier's settings. */
const carrier = (code: string, en: string, ko: string): Record<string, Texts> => ({
  [`CARRIER_${code}`]: {
    en: `Address of ${en}'s API, such as \`https://plid.carrier.example/v2\`, without a trailing slash. A change ends open requests on phones.`,
    ko: `${ko} API의 주소입니다. 예: \`https://plid.carrier.example/v2\`. 끝에 슬래시를 붙이지 않습니다. 바꾸면 진행 중인 휴대폰 요청이 끝납니다.`,
  },
  [`CARRIER_${code}_TOKEN`]: {
    en: `Bearer token for ${en}, at least 32 characters. A carrier has either this token or a client certificate. Change it while the carrier accepts both.`,
    ko: `${ko}에 보내는 베어러 토큰입니다. 32자 이상이며, 토큰과 클라이언트 인증서 중 하나만 씁니다. 통신사가 두 토큰을 모두 받을 때 바꾸세요.`,
  },
  [`CARRIER_${code}_OFF`]: {
    en: `\`Y\` stops requests to ${en}. Its subscribers get 503 for phone sign-ins. Automatic logins continue.`,
    ko: `\`Y\`이면 ${ko}에 요청하지 않습니다. 가입자의 휴대폰 로그인은 503으로 실패하고, 자동 로그인은 계속됩니다.`,
  },
  [`PHONE_APP_${code}`]: {
    en: `Authentication app of ${en}'s subscribers: its name without "app", and optionally a comma and an https link that opens it. Default: "the authentication app".`,
    ko: `${ko} 가입자의 인증 앱입니다. "앱"을 뺀 이름을 적고, 필요하면 쉼표와 앱을 여는 https 링크를 덧붙이세요. 없으면 "인증 앱"으로 표시합니다.`,
  },
});

/** Every setting and secret of the service, in the page's order. */
export const serviceSettings: Record<string, Texts> = {
  BASE_URL: {
    en: "The service's origin, such as `https://login.example.com`. Change it only with the host.",
    ko: '서비스의 출처입니다. 예: `https://login.example.com`. 호스트를 바꿀 때만 바꾸세요.',
  },
  HSTS_SUBDOMAINS: {
    en: '`Y`: browsers use only https for this host and its subdomains for a year. If a subdomain needs http, set `N` before the first deployment.',
    ko: '`Y`이면 브라우저가 1년 동안 호스트와 하위 도메인에 https로만 접속합니다. http가 필요한 하위 도메인이 있으면 첫 배포 전에 `N`으로 설정하세요.',
  },
  LOCATION_HINT: {
    en: 'Region in which Durable Objects are created. Set it near your users before the first deployment, because existing objects stay in their region.',
    ko: 'Durable Object를 만드는 지역입니다. 이미 만든 객체는 옮겨지지 않으므로, 첫 배포 전에 사용자와 가까운 지역으로 설정하세요.',
  },
  ACCESS_RECORD_DAYS: {
    en: 'Days after which an access record is deleted, 365 to 3,650. Large operators in Korea need 730.',
    ko: '접속기록을 보관하는 일수입니다. 365~3,650. 국내의 대규모 운영자는 730일이 필요합니다.',
  },
  NOTICE_DAYS: {
    en: 'Days for which the index of disclosures keeps a row after the connection has ended, 1 to 3,650. State it in your privacy notice.',
    ko: '연결이 끝난 뒤 제공 인덱스의 행을 보관하는 일수입니다. 1~3,650. 개인정보 처리방침에 적으세요.',
  },
  PHONE_REQUEST_LIMIT: {
    en: 'Unapproved requests to one phone in ten minutes: for all unknown browsers together, and for each known browser.',
    ko: '10분 동안 휴대폰 한 대에 보낼 수 있는 미승인 요청 수입니다. 모르는 브라우저는 합쳐서, 아는 브라우저는 따로 셉니다.',
  },
  SHOWN_REQUIRED: {
    en: '`Y`: approvals allow automatic login and `/account` only if the carrier reports what the phone showed (`shown`). New deployments use `Y`.',
    ko: '`Y`이면 통신사가 휴대폰에 표시한 내용(`shown`)을 응답한 승인만 자동 로그인과 `/account`에 쓰입니다. 새 배포에는 `Y`가 설정됩니다.',
  },
  TYPED_DIGITS: {
    en: "Carriers, such as `S,K`, whose app lets users type the page's two digits instead of choosing them. The app must support `entry: type`.",
    ko: '화면의 두 자리 숫자를 선택하지 않고 입력하게 하는 통신사입니다. 예: `S,K`. 통신사 앱이 `entry: type`을 지원해야 합니다.',
  },
  STARTS: {
    en: "Ways to start a sign-in in a carrier's app, such as `S-link,S-code`, or `none`. Default: all codes, and all links if `PHONE_APP_LINKS` is set.",
    ko: '통신사 앱에서 로그인을 시작하는 방법입니다. 예: `S-link,S-code`. `none`이면 끕니다. 기본값은 모든 코드이며, `PHONE_APP_LINKS`가 있으면 모든 링크도 포함합니다.',
  },
  PHONE_APP_LINKS: {
    en: 'Links with which carriers may open their apps: schemes (`tauthlink:`), origins, and Android packages (`package:com.example.app`), comma-separated. Other links are dropped and logged.',
    ko: '통신사가 앱을 열 때 쓸 수 있는 링크입니다. 스킴(`tauthlink:`), 출처, Android 패키지(`package:com.example.app`)를 쉼표로 구분합니다. 나머지 링크는 쓰지 않고 로그에 남깁니다.',
  },
  PHONE_APP_IN_WEBVIEWS: {
    en: "`Y`: pages in WebViews also contain the carriers' app links. Set it if your applications' WebViews pass their schemes on.",
    ko: '`Y`이면 웹뷰의 페이지에도 통신사 앱 링크를 표시합니다. 애플리케이션의 웹뷰가 앱의 스킴을 전달할 때 설정하세요.',
  },
  OPERATOR_NAME: {
    en: "Your name on the service's pages, at most 40 characters.",
    ko: '서비스의 페이지에 표시할 운영자 이름입니다. 최대 40자.',
  },
  OPERATOR_LOGO: {
    en: 'Your logo as `data:image/svg+xml;base64,…` (also `png` or `webp`), at most 4,096 characters.',
    ko: '운영자의 로고입니다. `data:image/svg+xml;base64,…`(`png`, `webp`도 가능) 형식으로 최대 4,096자.',
  },
  ACCENT_COLOR: {
    en: 'Color of buttons and links, `#rrggbb`. Colors that are unreadable on white are rejected. Dark mode uses a lighter one.',
    ko: '버튼과 링크의 색입니다. `#rrggbb` 형식이며, 흰 배경에서 읽기 어려운 색은 거절합니다. 다크 모드에서는 더 밝게 표시합니다.',
  },
  PRIVACY_URL: {
    en: 'Https address of your privacy notice. Every page links to it.',
    ko: '개인정보 처리방침의 https 주소입니다. 모든 페이지에 링크를 표시합니다.',
  },
  SUPPORT_URL: {
    en: 'Https address of your help page. Every page links to it.',
    ko: '고객 지원 페이지의 https 주소입니다. 모든 페이지에 링크를 표시합니다.',
  },
  SECURITY_CONTACT: {
    en: 'Contact for vulnerability reports and its last day, such as `mailto:security@example.com, 2027-06-30`. Served as `/.well-known/security.txt`. Renew it before that day.',
    ko: '취약점을 신고할 곳과 유효한 마지막 날입니다. 예: `mailto:security@example.com, 2027-06-30`. `/.well-known/security.txt`로 제공하며, 그날이 되기 전에 갱신하세요.',
  },
  TURNSTILE_SITE_KEY: {
    en: 'Site key of a Cloudflare Turnstile widget for the host. Set it together with `TURNSTILE_SECRET` to turn challenges on.',
    ko: '호스트에 만든 Cloudflare Turnstile 위젯의 사이트 키입니다. `TURNSTILE_SECRET`과 함께 설정하면 확인 절차를 사용합니다.',
  },
  TURNSTILE_URL: {
    en: 'Address that verifies Turnstile tokens. Change it only for a stand-in in tests.',
    ko: 'Turnstile 토큰을 검증하는 주소입니다. 시험용 서버를 쓸 때만 바꾸세요.',
  },
  ...carrier('S', 'SKT', 'SKT'),
  ...carrier('K', 'KT', 'KT'),
  ...carrier('L', 'LG U+', 'LG U+'),
  KEYS: {
    en: 'Encrypts codes, tokens, cookies, and field keys, and makes log pseudonyms. The first key encrypts, and all decrypt. Rotate it yearly and after a leak.',
    ko: '인가 코드, 토큰, 쿠키, 필드 키를 암호화하고 로그의 가명을 만듭니다. 첫 번째 키로 암호화하고, 복호화할 때는 모든 키를 시도합니다. 매년, 그리고 유출되었을 때 교체하세요.',
  },
  PHONE_KEY: {
    en: 'Turns phone numbers into names of objects, and owners and callers into pseudonyms. Never change it: with another key, every user gets a new `plid`.',
    ko: '휴대폰 번호를 객체 이름으로, 소유자와 호출자를 가명으로 바꿉니다. 바꾸지 마세요. 다른 키를 쓰면 모든 사용자가 새 `plid`를 받습니다.',
  },
  DISCLOSURE_KEY: {
    en: 'Names and encrypts the index of disclosures. The first key encrypts, and all decrypt. Without it, no index is written. Rotate it after a leak.',
    ko: '제공 인덱스의 행 이름을 만들고 내용을 암호화합니다. 첫 번째 키로 암호화하고, 모든 키로 복호화합니다. 없으면 인덱스를 쓰지 않습니다. 유출되었을 때 교체하세요.',
  },
  ADMIN_TOKEN: {
    en: 'Bearer tokens of the operator APIs, comma-separated, each with the name of its owner. Change them at any time.',
    ko: '운영자 API의 베어러 토큰입니다. 쉼표로 구분하며, 토큰마다 소유자의 이름을 붙입니다. 언제든지 바꿀 수 있습니다.',
  },
  CARRIER_TOKEN: {
    en: "Bearer tokens for carriers' calls to the service, comma-separated. `kt@K:TOKEN` reaches only KT's numbers. To change one, accept both for a while.",
    ko: '통신사가 서비스를 호출할 때 쓰는 베어러 토큰입니다. 쉼표로 구분합니다. `kt@K:TOKEN`은 KT의 번호만 다룹니다. 바꿀 때는 한동안 두 토큰을 모두 허용하세요.',
  },
  EVENT_KEY: {
    en: 'Private keys (P-256, PKCS #8) that sign events to applications. The first signs, and all public keys are published. Without it, no events are sent. Optional.',
    ko: '애플리케이션에 보내는 이벤트에 서명하는 개인 키(P-256, PKCS #8)입니다. 첫 번째 키로 서명하고 모든 공개 키를 공개합니다. 없으면 이벤트를 보내지 않습니다. 선택 사항입니다.',
  },
  OPENID_KEY: {
    en: 'Private keys (RSA 2048 and P-256) that sign id_tokens and logout_tokens. The first pair signs, and all public keys are published. Without it, OpenID Connect is off.',
    ko: 'id_token과 logout_token에 서명하는 개인 키(RSA 2048, P-256)입니다. 첫 번째 쌍으로 서명하고 모든 공개 키를 공개합니다. 없으면 OpenID Connect를 쓸 수 없습니다.',
  },
  TURNSTILE_SECRET: {
    en: 'Secret of the Turnstile widget. Set it together with `TURNSTILE_SITE_KEY`. Optional.',
    ko: 'Turnstile 위젯의 시크릿입니다. `TURNSTILE_SITE_KEY`와 함께 설정하세요. 선택 사항입니다.',
  },
};
