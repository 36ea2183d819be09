import type { Texts } from './page.ts';

/** What every route of the service does, in the page's order. Routes with the same text share a row. */
export const serviceRoutes: Record<string, Texts> = {
  'GET /.well-known/oauth-authorization-server': {
    en: "The service's metadata (RFC 8414)",
    ko: '서비스 메타데이터(RFC 8414)',
  },
  'GET /.well-known/jwks.json': { en: 'Public keys of events', ko: '이벤트의 공개 키' },
  'GET /.well-known/security.txt': {
    en: 'Contact for vulnerability reports, if `SECURITY_CONTACT` is set',
    ko: '취약점을 신고할 곳. `SECURITY_CONTACT`를 설정한 경우',
  },
  'GET /healthz': {
    en: 'For monitors: 200 if the worker runs and its settings are valid',
    ko: '모니터링용. 워커가 동작하고 설정이 올바르면 200',
  },
  'GET /oauth2/authorize': { en: 'Authorization request (§4.1)', ko: '인가 요청(§4.1)' },
  'POST /oauth2/authorize': { en: 'Authorization request as a form', ko: '폼으로 보내는 인가 요청' },
  'GET /oauth2/authorize/sign-in': {
    en: 'The form again, for users who come back to it',
    ko: '돌아온 사용자에게 다시 보이는 입력 화면',
  },
  'POST /oauth2/authorize/sign-in': {
    en: 'Sends name, phone number, and carrier',
    ko: '이름, 휴대폰 번호, 통신사 제출',
  },
  'POST /oauth2/authorize/remembered': {
    en: 'Continues as the remembered user, or forgets them',
    ko: '기억된 사용자로 계속하거나 기억을 삭제',
  },
  'POST /oauth2/authorize/start': {
    en: "Starts the sign-in in a carrier's app",
    ko: '통신사 앱에서 로그인 시작',
  },
  'POST /oauth2/authorize/review': { en: "Sends a store reviewer's code", ko: '심사 코드 제출' },
  'POST /oauth2/authorize/again': { en: 'Sends the request again', ko: '요청을 다시 전송' },
  'GET /oauth2/authorize/wait': {
    en: 'Waiting page with the number to match',
    ko: '맞출 숫자가 있는 대기 페이지',
  },
  'GET /oauth2/authorize/status': {
    en: "State of the request, for the waiting page's script",
    ko: '대기 페이지의 스크립트가 확인하는 요청 상태',
  },
  'GET /oauth2/authorize/codes': {
    en: 'Codes of the next ten seconds, for the page that shows them',
    ko: '코드를 표시하는 페이지를 위한 다음 10초의 코드',
  },
  'GET /oauth2/authorize/waiting': {
    en: "WebSocket that reports the phone's answer",
    ko: '휴대폰의 응답을 알리는 WebSocket',
  },
  'GET /oauth2/authorize/consent': { en: 'Consent page', ko: '동의 페이지' },
  'POST /oauth2/authorize/consent': { en: 'Agrees', ko: '동의' },
  'POST /oauth2/authorize/cancel': {
    en: 'Returns to the application without a sign-in',
    ko: '로그인하지 않고 애플리케이션으로 이동',
  },
  'POST /oauth2/authorize/longer': { en: 'Extends the time', ko: '시간 연장' },
  'POST /oauth2/authorize/language': { en: "Changes the page's language", ko: '페이지 언어 변경' },
  'POST /oauth2/par': {
    en: 'Pushed authorization request (RFC 9126)',
    ko: '미리 보내는 인가 요청(RFC 9126)',
  },
  'POST /oauth2/token': { en: 'Exchanges a code for a token (§4.2)', ko: '인가 코드를 토큰으로 교환(§4.2)' },
  'GET /v1/user/me': { en: 'Returns the user (§4.3)', ko: '사용자 정보 반환(§4.3)' },
  'POST /v1/user/disconnect': { en: 'Disconnects a user (§4.4)', ko: '사용자의 연결 끊기(§4.4)' },
  'GET /.well-known/openid-configuration': { en: 'OpenID Connect metadata', ko: 'OpenID Connect 메타데이터' },
  'GET /oauth2/openid/jwks.json': {
    en: 'Keys that sign id_tokens and logout_tokens',
    ko: 'id_token과 logout_token의 서명 키',
  },
  'POST /oauth2/openid/token': {
    en: 'Exchanges a code for an access token and an id_token',
    ko: '인가 코드를 액세스 토큰과 id_token으로 교환',
  },
  'GET /oauth2/openid/logout': { en: 'Sign-out by a relying party', ko: 'RP가 시작하는 로그아웃' },
  'POST /oauth2/openid/logout': {
    en: 'Sign-out by a relying party, as a form',
    ko: 'RP가 폼으로 시작하는 로그아웃',
  },
  'POST /oauth2/openid/logout/confirm': { en: 'Confirms the sign-out', ko: '로그아웃 확인' },
  'GET /oauth2/userinfo': { en: "Returns the user's claims", ko: '사용자의 클레임 반환' },
  'POST /oauth2/userinfo': { en: "Returns the user's claims", ko: '사용자의 클레임 반환' },
  'GET /account': {
    en: "The user's applications and automatic logins",
    ko: '연결된 애플리케이션과 자동 로그인',
  },
  'POST /account/sign-in': { en: 'Starts a sign-in for the page', ko: '계정 페이지 로그인 시작' },
  'GET /account/signed-in': { en: 'Callback of that sign-in', ko: '계정 페이지 로그인의 콜백' },
  'GET /account/disconnect': { en: 'Asks before disconnecting', ko: '연결을 끊기 전에 확인' },
  'POST /account/disconnect': {
    en: 'Disconnects one application or all',
    ko: '애플리케이션 하나 또는 전체의 연결 끊기',
  },
  'POST /account/end-automatic-login': {
    en: 'Ends automatic login on a device',
    ko: '기기 하나의 자동 로그인 종료',
  },
  'POST /account/forget-browsers': { en: 'Forgets all known browsers', ko: '아는 브라우저를 모두 삭제' },
  'POST /account/download': {
    en: "Downloads the page's data as JSON",
    ko: '페이지의 데이터를 JSON으로 내려받기',
  },
  'GET /account/end': {
    en: 'Shows what the link of a notice would end',
    ko: '알림의 링크로 종료할 대상 표시',
  },
  'POST /account/end': { en: 'Ends it', ko: '표시한 대상을 종료' },
  'POST /account/sign-out': { en: 'Closes the page', ko: '계정 페이지 닫기' },
  'POST /account/language': { en: "Changes the page's language", ko: '페이지 언어 변경' },
  'GET /admin/applications': { en: 'Lists applications', ko: '애플리케이션 목록' },
  'POST /admin/applications': { en: 'Registers an application', ko: '애플리케이션 등록' },
  'GET /admin/applications-export': {
    en: 'Exports applications with their encrypted secrets',
    ko: '암호화된 시크릿과 함께 애플리케이션 내보내기',
  },
  'POST /admin/applications-import': {
    en: 'Imports an exported application',
    ko: '내보낸 애플리케이션 가져오기',
  },
  'GET /admin/applications/:client_id': { en: 'Shows an application', ko: '애플리케이션 조회' },
  'PATCH /admin/applications/:client_id': { en: 'Changes an application', ko: '애플리케이션 변경' },
  'DELETE /admin/applications/:client_id': {
    en: 'Deletes an application for good',
    ko: '애플리케이션 영구 삭제',
  },
  'GET /admin/applications/:client_id/history': {
    en: 'Changes of an application',
    ko: '애플리케이션의 변경 기록',
  },
  'GET /admin/applications/:client_id/terms': {
    en: 'Texts that users read before they agreed',
    ko: '동의하기 전에 보인 글',
  },
  'GET /admin/applications/:client_id/events': { en: 'Undelivered events', ko: '전달되지 않은 이벤트' },
  'POST /admin/applications/:client_id/events/resend': {
    en: 'Sends undelivered events again',
    ko: '전달되지 않은 이벤트 다시 보내기',
  },
  'GET /admin/applications/:client_id/reviewers': { en: 'Lists store reviewers', ko: '심사 계정 목록' },
  'POST /admin/applications/:client_id/reviewers': { en: 'Registers a store reviewer', ko: '심사 계정 등록' },
  'DELETE /admin/applications/:client_id/reviewers/:id': {
    en: 'Removes a store reviewer',
    ko: '심사 계정 삭제',
  },
  'POST /admin/applications/:client_id/secrets': { en: 'Adds a client secret', ko: '클라이언트 시크릿 추가' },
  'DELETE /admin/applications/:client_id/secrets/:id': {
    en: 'Retires a client secret',
    ko: '클라이언트 시크릿 폐기',
  },
  'POST /admin/subscribers/leave': {
    en: "The number's owner has left: the `plid` ends",
    ko: '번호의 소유자가 탈퇴: `plid` 종료',
  },
  'POST /admin/subscribers/automatic-logins': {
    en: "Lists the owner's automatic logins",
    ko: '소유자의 자동 로그인 목록',
  },
  'POST /admin/subscribers/end-automatic-logins': {
    en: 'Ends automatic login at an application',
    ko: '애플리케이션 하나의 자동 로그인 종료',
  },
  'POST /admin/subscribers/connections': {
    en: "Lists the owner's connected applications",
    ko: '소유자의 연결된 애플리케이션 목록',
  },
  'POST /admin/subscribers/disconnect': { en: 'Disconnects an application', ko: '애플리케이션 연결 끊기' },
  'POST /carrier/answered': {
    en: 'The phone has answered: the waiting page asks the carrier at once',
    ko: '휴대폰이 응답: 대기 페이지가 바로 통신사에 확인',
  },
  'POST /admin/people/show': {
    en: 'Shows what is stored about a user',
    ko: '사용자에 대해 저장된 데이터 조회',
  },
  'POST /admin/people/erase': { en: 'Erases it', ko: '저장된 데이터 삭제' },
  'POST /admin/people/affected': {
    en: 'Lists users whom a leak may affect',
    ko: '유출의 영향을 받았을 수 있는 이용자 목록',
  },
  'POST /admin/people/affected/reseal': {
    en: 'Encrypts the index of disclosures with the current key',
    ko: '제공 인덱스를 현재 키로 다시 암호화',
  },
  'GET /admin/audit': { en: 'Access records', ko: '접속기록' },
  'POST /admin/carriers/check': { en: 'Checks the connection to each carrier', ko: '통신사별 연결 점검' },
};
