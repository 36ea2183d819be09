import type { Half } from '../configuration/index.ts';

/** What every worker does, in Korean. */
export const koreanWorkers: Record<Half, Record<string, string>> = {
  service: {
    signer: '바인딩된 워커를 위해 id_token과 logout_token에 서명',
    objects: 'Durable Object를 포함하고 애플리케이션에 이벤트를 전송',
    authorize: '로그인 페이지',
    account: '사용자의 계정 페이지',
    par: '미리 보내는 인가 요청',
    token: '토큰 엔드포인트',
    openid: 'OpenID Connect',
    user: '사용자 정보',
    disconnect: '사용자의 연결 끊기',
    applications: '운영자의 애플리케이션 API',
    subscribers: '통신사의 가입자 API',
    'carrier-callback': '휴대폰이 응답했다는 통신사의 통지',
    people: '운영자의 개인정보 API와 접속기록',
    metadata: '메타데이터, 상태 확인, 다른 워커에 속하지 않는 모든 경로(404)',
    barocert: '바로써트를 통해 PASS 앱으로 확인. `CARRIER_…` 설정이 `barocert:`일 때만 배포',
    carriers: '통신사를 HTTP로 호출. 직접 작성한 워커 plid-carrier로 대체 가능',
  },
  gateway: {
    objects: 'Durable Object를 포함하고 logout_token을 전송',
    callback: '서비스 로그인에서 돌아오는 콜백',
    session: '사용자의 세션과 상태 확인',
    login: '로그인 시작',
    token: '앱을 위한 토큰 프록시',
    user: '앱을 위한 사용자 정보 프록시',
    logout: '세션 종료',
    disconnect: '사용자의 연결 끊기',
    events: '서비스의 이벤트 수신',
    people: '운영자의 개인정보 API와 접속기록',
    verify: '다른 프록시를 위한 요청 확인',
    openid: '다른 제품을 위한 OpenID Connect',
    guard: '애플리케이션 앞에서 요청을 보호',
  },
};
