import type { Texts } from './page.ts';

/** What every route of the gateway does, in the page's order. */
export const gatewayRoutes: Record<string, Texts> = {
  'GET /auth/login': {
    en: 'Starts a sign-in. `return_to`: a path of this host. `required=Y`: users who cancel get a gateway page. Forwards `prompt`, `isHybrid`, and `ui_locales`',
    ko: '로그인 시작. `return_to`는 같은 호스트의 경로. `required=Y`이면 취소한 사용자에게 게이트웨이의 페이지를 표시. `prompt`, `isHybrid`, `ui_locales`는 전달',
  },
  'POST /auth/login': { en: "Starts an app's sign-in, with JSON", ko: 'JSON으로 앱의 로그인 시작' },
  'GET /auth/callback': {
    en: 'Callback to register at the service: `<GATEWAY_ORIGIN>/auth/callback`',
    ko: '서비스에 등록할 콜백: `<GATEWAY_ORIGIN>/auth/callback`',
  },
  'GET /auth/session': {
    en: 'Returns the signed-in user, by cookie or bearer token',
    ko: '쿠키나 베어러 토큰으로 로그인한 사용자 반환',
  },
  'POST /auth/session': {
    en: "Makes a session from an app's `code`, `state`, and `code_verifier`",
    ko: '앱의 `code`, `state`, `code_verifier`로 세션 생성',
  },
  'GET /auth/sessions': {
    en: "Lists the user's sessions: `session`, `agent`, `created`, `expires`, and `current`",
    ko: '사용자의 세션 목록: `session`, `agent`, `created`, `expires`, `current`',
  },
  'GET /auth/healthz': {
    en: 'For monitors: 200 if the worker runs and its settings are valid',
    ko: '모니터링용. 워커가 동작하고 설정이 올바르면 200',
  },
  'POST /auth/logout': {
    en: "Ends this session. `everywhere=Y` ends all of the user's, and `session` another one. Forms send `return_to`",
    ko: '이 세션 종료. `everywhere=Y`는 사용자의 모든 세션, `session`은 다른 세션. 폼에서는 `return_to` 사용',
  },
  'POST /auth/disconnect': {
    en: 'Disconnects the user at the service (§4.4), ends their sessions, and deletes their data',
    ko: '서비스에서 연결을 끊고(§4.4), 세션을 종료하고, 데이터를 삭제',
  },
  'POST /auth/events': { en: "Receives the service's events", ko: '서비스의 이벤트 수신' },
  'POST /auth/token': {
    en: 'Token proxy: adds the credentials to a token request (§4.2), once for each sign-in',
    ko: '토큰 프록시: 토큰 요청(§4.2)에 인증 정보를 추가. 로그인마다 한 번',
  },
  'GET /auth/user': {
    en: 'User proxy: returns the user (§2.4) with decrypted fields',
    ko: '사용자 정보 프록시: 필드를 복호화한 사용자 정보(§2.4) 반환',
  },
  'ALL /auth/verify': {
    en: 'Checks a request for a proxy such as nginx',
    ko: 'nginx 같은 프록시를 위한 요청 확인',
  },
  'ALL /auth/verify/:request+': {
    en: 'The same for Envoy, which appends the path',
    ko: '경로를 뒤에 붙이는 Envoy를 위한 요청 확인',
  },
  'GET /auth/oidc/.well-known/openid-configuration': {
    en: 'OpenID Connect metadata. Without `OPENID_CLIENTS`, all of `/auth/oidc` returns 404',
    ko: 'OpenID Connect 메타데이터. `OPENID_CLIENTS`가 없으면 `/auth/oidc` 전체가 404',
  },
  'GET /auth/oidc/jwks.json': {
    en: 'Keys that sign id_tokens and logout_tokens',
    ko: 'id_token과 logout_token의 서명 키',
  },
  'GET /auth/oidc/authorize': {
    en: 'Authorization endpoint for relying parties',
    ko: 'RP를 위한 인가 엔드포인트',
  },
  'POST /auth/oidc/authorize': { en: 'The same as a form', ko: '폼으로 보내는 인가 요청' },
  'POST /auth/oidc/token': {
    en: 'Exchanges a code for an access token and an id_token',
    ko: '인가 코드를 액세스 토큰과 id_token으로 교환',
  },
  'GET /auth/oidc/userinfo': { en: "Returns the user's claims", ko: '사용자의 클레임 반환' },
  'POST /auth/oidc/userinfo': { en: "Returns the user's claims", ko: '사용자의 클레임 반환' },
  'GET /auth/oidc/logout': {
    en: 'Sign-out by a relying party, with an id_token of the user. Without one, a page asks',
    ko: 'RP가 사용자의 id_token으로 시작하는 로그아웃. id_token이 없으면 페이지에서 확인',
  },
  'POST /auth/oidc/logout': { en: 'The same as a form', ko: '폼으로 보내는 로그아웃 요청' },
  'POST /auth/oidc/logout/confirm': { en: 'Confirms the sign-out', ko: '로그아웃 확인' },
  'POST /auth/admin/people/show': {
    en: 'Shows what is stored about a user',
    ko: '사용자에 대해 저장된 데이터 조회',
  },
  'POST /auth/admin/people/erase': { en: 'Erases it', ko: '저장된 데이터 삭제' },
  'GET /auth/admin/audit': { en: 'Access records', ko: '접속기록' },
};
