import type { Half } from '../configuration/index.ts';
import type { Texts } from './page.ts';

/** Every rate limit at Cloudflare. */
export const rateLimits: Record<Half, Record<string, Texts>> = {
  service: {
    SIGN_IN_LIMIT: {
      en: 'Sign-ins of unknown browsers, per IP address (IPv6: /64)',
      ko: '모르는 브라우저의 로그인. IP 주소(IPv6은 /64)마다',
    },
    NETWORK_LIMIT: {
      en: 'Sign-ins of unknown browsers, per IPv6 /48',
      ko: '모르는 브라우저의 로그인. IPv6 /48마다',
    },
    APPLICATION_LIMIT: {
      en: 'Sign-ins of unknown browsers, per application',
      ko: '모르는 브라우저의 로그인. 애플리케이션마다',
    },
    KNOWN_LIMIT: {
      en: 'Sign-ins of a known browser, per browser. The limits for unknown browsers don’t count them',
      ko: '아는 브라우저의 로그인. 브라우저마다. 모르는 브라우저의 제한에는 세지 않음',
    },
    APPLICATION_KNOWN_LIMIT: {
      en: "Sign-ins of known browsers, per application, after the number's object has confirmed the browser",
      ko: '번호의 객체가 확인한 아는 브라우저의 로그인. 애플리케이션마다',
    },
    SIGN_IN_CHALLENGE: {
      en: 'As `SIGN_IN_LIMIT`. Beyond it, Turnstile asks for a check. An unconfirmed sign-in counts twice',
      ko: '`SIGN_IN_LIMIT`과 같음. 넘으면 Turnstile로 확인. 통신사가 확인하지 않은 로그인은 두 번으로 셈',
    },
    NETWORK_CHALLENGE: {
      en: 'As `NETWORK_LIMIT`. Beyond it, Turnstile asks for a check',
      ko: '`NETWORK_LIMIT`과 같음. 넘으면 Turnstile로 확인',
    },
    APPLICATION_CHALLENGE: {
      en: 'As `APPLICATION_LIMIT`. Beyond it, Turnstile asks for a check',
      ko: '`APPLICATION_LIMIT`과 같음. 넘으면 Turnstile로 확인',
    },
    OUTCOME_LIMIT: {
      en: 'Questions to the carrier about one request. Beyond it, the page keeps waiting',
      ko: '요청 하나의 결과를 통신사에 묻는 횟수. 넘으면 페이지가 계속 대기',
    },
    OUTCOME_ADDRESS_LIMIT: {
      en: 'Questions of waiting pages, per IP address. A question that waits for up to ten seconds counts once',
      ko: '대기 페이지의 확인 요청. IP 주소마다. 10초 동안 기다리는 요청은 한 번으로 셈',
    },
    CARRIER_CALLBACK_LIMIT: {
      en: "A carrier's calls to `POST /carrier/answered`",
      ko: '통신사의 `POST /carrier/answered` 호출',
    },
  },
  gateway: {
    REQUEST_LIMIT: {
      en: '`GET /auth/login`, `GET /auth/callback`, and `/auth/oidc/authorize`, per IP address (IPv6: /64)',
      ko: '`GET /auth/login`, `GET /auth/callback`, `/auth/oidc/authorize`. IP 주소(IPv6은 /64)마다',
    },
    APP_LIMIT: {
      en: '`POST /auth/login`, `POST /auth/session`, and `POST /auth/token`, per IP address (IPv6: /64)',
      ko: '`POST /auth/login`, `POST /auth/session`, `POST /auth/token`. IP 주소(IPv6은 /64)마다',
    },
    APP_NETWORK_LIMIT: {
      en: '`POST /auth/session` and `POST /auth/token` that call the service, per IPv6 /48',
      ko: '서비스를 호출하는 `POST /auth/session`과 `POST /auth/token`. IPv6 /48마다',
    },
    APP_TOTAL_LIMIT: {
      en: 'The same for all addresses together, and as many again from addresses whose latest app sign-in succeeded',
      ko: '같은 요청을 모든 주소에서 합쳐서. 최근 앱 로그인이 성공한 주소는 같은 수만큼 따로 셈',
    },
    STATE_LIMIT: {
      en: 'Sign-ins remembered in KV, for all addresses together. Beyond it, sign-ins work, but aren’t remembered',
      ko: 'KV에 기억하는 로그인. 모든 주소를 합쳐서. 넘어도 로그인은 되지만 기억하지 않음',
    },
  },
};
