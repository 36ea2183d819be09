import type * as lifetimes from '../../workers/gateway/settings/gateway-lifetimes.ts';
import type { Texts } from './page.ts';

/** What every lifetime of the gateway limits, in the page's order. */
export const gatewayLifetimeTexts: Record<keyof typeof lifetimes, Texts> = {
  flowLifetime: { en: 'A sign-in, from its start to its callback', ko: '로그인. 시작부터 콜백까지' },
  flowCookieLifetime: {
    en: "A sign-in's cookie. It is longer than the sign-in, so that a late callback is recognized",
    ko: '로그인의 쿠키. 늦은 콜백을 구별하도록 로그인보다 김',
  },
  stateNonceLifetime: { en: "A sign-in's state in KV", ko: 'KV에 저장한 로그인의 state' },
  flowOutcomeLifetime: { en: "A sign-in's outcome, after its end", ko: '로그인이 끝난 뒤의 결과' },
  signInRepeatLifetime: {
    en: 'Time in which a callback with the same code gets the same session',
    ko: '같은 인가 코드로 콜백을 반복하면 같은 세션을 받는 시간',
  },
  minSessionLifetime: { en: 'Minimum of `SESSION_LIFETIME`', ko: '`SESSION_LIFETIME`의 최솟값' },
  exchangeMargin: {
    en: 'Time that an exchange can take in addition to its calls to the service',
    ko: '서비스 호출 외에 코드 교환에 걸릴 수 있는 시간',
  },
  requestLimitPeriod: { en: 'Period of all rate limits', ko: '모든 요청 제한의 기간' },
  knownAddressLifetime: {
    en: 'Time for which the address of a successful app sign-in is known',
    ko: '앱 로그인이 성공한 주소를 기억하는 시간',
  },
  signedOutMarkLifetime: {
    en: 'Time after a sign-out in which another site cannot start an automatic login',
    ko: '로그아웃한 뒤 다른 사이트에서 자동 로그인을 시작할 수 없는 시간',
  },
  signedIdentityLifetime: { en: 'A `Plid-Identity` header', ko: '`Plid-Identity` 헤더' },
  eventDeliveryLifetime: { en: "Maximum age of the service's events", ko: '서비스 이벤트의 최대 나이' },
  clockTolerance: {
    en: "Time by which the service's clock can be ahead",
    ko: '서비스의 시계가 빠를 수 있는 시간',
  },
  publishedKeysLifetime: { en: "Copy of the service's public keys", ko: '서비스 공개 키의 사본' },
  publishedKeysInterval: { en: 'Time between two reads of the public keys', ko: '공개 키를 읽는 최소 간격' },
  openIdCodeLifetime: { en: 'A code for a relying party', ko: 'RP의 인가 코드' },
  openIdTokenLifetime: { en: "A relying party's access token", ko: 'RP의 액세스 토큰' },
  openIdSignInMatchPeriod: {
    en: "Time for which a new sign-in counts for the relying party's request that started it",
    ko: '새 로그인을 이를 시작한 RP의 요청에 대한 로그인으로 보는 시간',
  },
  logoutRetryPeriod: { en: 'Retries of a logout_token', ko: 'logout_token의 재시도' },
  seenInterval: {
    en: 'Interval at which the last use by a user is recorded',
    ko: '사용자의 마지막 이용을 기록하는 간격',
  },
};
