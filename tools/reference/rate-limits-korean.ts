import type { Half } from '../configuration/index.ts';

/** What every rate limit at Cloudflare counts, in Korean. */
export const koreanRateLimits: Record<Half, Record<string, string>> = {
  service: {
    SIGN_IN_LIMIT: '모르는 브라우저의 로그인. IP 주소(IPv6은 /64)마다',
    NETWORK_LIMIT: '모르는 브라우저의 로그인. IPv6 /48마다',
    APPLICATION_LIMIT: '모르는 브라우저의 로그인. 애플리케이션마다',
    KNOWN_LIMIT: '아는 브라우저의 로그인. 브라우저마다. 모르는 브라우저의 제한에는 세지 않음',
    APPLICATION_KNOWN_LIMIT: '번호의 객체가 확인한 아는 브라우저의 로그인. 애플리케이션마다',
    SIGN_IN_CHALLENGE:
      '`SIGN_IN_LIMIT`과 같음. 넘으면 Turnstile로 확인. 통신사가 확인하지 않은 로그인은 두 번으로 셈',
    NETWORK_CHALLENGE: '`NETWORK_LIMIT`과 같음. 넘으면 Turnstile로 확인',
    APPLICATION_CHALLENGE: '`APPLICATION_LIMIT`과 같음. 넘으면 Turnstile로 확인',
    OUTCOME_LIMIT: '요청 하나의 결과를 통신사에 묻는 횟수. 넘으면 페이지가 계속 대기',
    OUTCOME_ADDRESS_LIMIT: '대기 페이지의 확인 요청. IP 주소마다. 10초 동안 기다리는 요청은 한 번으로 셈',
    CARRIER_CALLBACK_LIMIT: '통신사의 `POST /carrier/answered` 호출. 토큰마다',
  },
  gateway: {
    REQUEST_LIMIT: '`GET /auth/login`, `GET /auth/callback`, `/auth/oidc/authorize`. IP 주소(IPv6은 /64)마다',
    APP_LIMIT: '`POST /auth/login`, `POST /auth/session`, `POST /auth/token`. IP 주소(IPv6은 /64)마다',
    APP_NETWORK_LIMIT: '서비스를 호출하는 `POST /auth/session`과 `POST /auth/token`. IPv6 /48마다',
    APP_TOTAL_LIMIT:
      '`APP_NETWORK_LIMIT`과 같은 요청. 모든 주소를 합쳐서. 최근 앱 로그인이 성공한 주소는 같은 수만큼 따로 셈',
    STATE_LIMIT: 'KV에 기억하는 로그인. 모든 주소를 합쳐서. 넘어도 로그인은 되지만 기억하지 않음',
  },
};
