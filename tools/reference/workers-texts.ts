import type { Half } from '../configuration/index.ts';
import type { Texts } from './page.ts';

/** What every worker does. */
export const workerTexts: Record<Half, Record<string, Texts>> = {
  service: {
    signer: {
      en: 'Signs id_tokens and logout_tokens for the workers that are bound to it',
      ko: '바인딩된 워커를 위해 id_token과 logout_token에 서명',
    },
    objects: {
      en: 'Contains the Durable Objects, and sends events to applications',
      ko: 'Durable Object를 포함하고 애플리케이션에 이벤트를 전송',
    },
    authorize: { en: 'Sign-in pages', ko: '로그인 페이지' },
    account: { en: "The user's own page", ko: '사용자의 계정 페이지' },
    par: { en: 'Pushed authorization requests', ko: '미리 보내는 인가 요청' },
    token: { en: 'Token endpoint', ko: '토큰 엔드포인트' },
    openid: { en: 'OpenID Connect', ko: 'OpenID Connect' },
    user: { en: 'User information', ko: '사용자 정보' },
    disconnect: { en: 'Disconnects a user', ko: '사용자의 연결 끊기' },
    applications: { en: "The operator's applications API", ko: '운영자의 애플리케이션 API' },
    subscribers: { en: "The carriers' subscribers API", ko: '통신사의 가입자 API' },
    'carrier-callback': {
      en: "The carriers' notifications that a phone has answered",
      ko: '휴대폰이 응답했다는 통신사의 통지',
    },
    people: {
      en: "The operator's people API and access records",
      ko: '운영자의 개인정보 API와 접속기록',
    },
    metadata: {
      en: 'Metadata, health, and every path that belongs to no other worker (404)',
      ko: '메타데이터, 상태 확인, 다른 워커에 속하지 않는 모든 경로(404)',
    },
    carriers: {
      en: 'Calls carriers over HTTP. A worker of your own, `plid-carrier`, can replace it',
      ko: '통신사를 HTTP로 호출. 직접 작성한 워커 `plid-carrier`로 대체 가능',
    },
  },
  gateway: {
    objects: {
      en: 'Contains the Durable Objects, and sends logout_tokens',
      ko: 'Durable Object를 포함하고 logout_token을 전송',
    },
    callback: { en: "Return from the service's sign-in", ko: '서비스 로그인에서 돌아오는 콜백' },
    session: { en: "The user's sessions, and health", ko: '사용자의 세션과 상태 확인' },
    login: { en: 'Starts sign-ins', ko: '로그인 시작' },
    token: { en: 'Token proxy for apps', ko: '앱을 위한 토큰 프록시' },
    user: { en: 'User proxy for apps', ko: '앱을 위한 사용자 정보 프록시' },
    logout: { en: 'Ends sessions', ko: '세션 종료' },
    disconnect: { en: 'Disconnects a user', ko: '사용자의 연결 끊기' },
    events: { en: "Receives the service's events", ko: '서비스의 이벤트 수신' },
    people: {
      en: "The operator's people API and access records",
      ko: '운영자의 개인정보 API와 접속기록',
    },
    verify: { en: 'Checks requests for another proxy', ko: '다른 프록시를 위한 요청 확인' },
    openid: { en: 'OpenID Connect for other products', ko: '다른 제품을 위한 OpenID Connect' },
    guard: { en: 'Stands in front of your application', ko: '애플리케이션 앞에서 요청을 보호' },
  },
};
