import type * as lifetimes from '../../workers/service/settings/service-lifetimes.ts';
import type { Texts } from './page.ts';

/** What every lifetime of the service limits, in the page's order. */
export const serviceLifetimeTexts: Record<keyof typeof lifetimes, Texts> = {
  stepLifetime: { en: "A sign-in, from the user's latest step", ko: '로그인. 사용자의 마지막 단계부터' },
  signInExtensionPeriod: {
    en: 'A sign-in, from its authorization request: later steps no longer extend it',
    ko: '로그인. 인가 요청부터. 지나면 단계를 진행해도 연장되지 않음',
  },
  phoneRequestLifetime: { en: 'A request on the phone', ko: '휴대폰에 표시되는 요청' },
  approvalLifetime: {
    en: "Time for the user's consent, from the phone's approval",
    ko: '휴대폰에서 승인한 뒤 동의할 때까지',
  },
  lateReturnLifetime: {
    en: 'Time after the end of a sign-in during which its page still leads back to the application',
    ko: '로그인이 끝난 뒤 페이지에서 애플리케이션으로 돌아갈 수 있는 시간',
  },
  authorizationRequestLifetime: {
    en: 'An authorization request, with all extensions',
    ko: '연장을 모두 포함한 인가 요청',
  },
  maxSignInCookieLifetime: {
    en: "Longest lifetime of a sign-in's cookie",
    ko: '로그인 쿠키의 최대 유효 시간',
  },
  pushedRequestLifetime: {
    en: 'A pushed request, until a browser opens it',
    ko: '미리 보낸 요청. 브라우저가 열 때까지',
  },
  usedRequestLifetime: {
    en: 'The fact that a pushed request was used',
    ko: '미리 보낸 요청을 사용했다는 기록',
  },
  codeLifetime: { en: 'An authorization code', ko: '인가 코드' },
  accessTokenLifetime: {
    en: 'An access token, and a session at `/account`',
    ko: '액세스 토큰, `/account`의 세션',
  },
  grantLifetime: { en: 'The stored grant of a sign-in', ko: '저장된 인가 그랜트' },
  automaticLoginLifetime: {
    en: 'Automatic login, from the last full sign-in',
    ko: '자동 로그인. 마지막 휴대폰 로그인부터',
  },
  previousDeviceCookieLifetime: {
    en: "An automatic login's previous cookie, after it was replaced",
    ko: '자동 로그인 쿠키가 교체된 뒤 이전 쿠키',
  },
  cookieReuseMarkLifetime: {
    en: "Mark at a number that an automatic login's cookie was copied",
    ko: '자동 로그인 쿠키가 복사되었다는 번호의 표시',
  },
  wrongReviewCodesPeriod: {
    en: 'Count of wrong codes for a store reviewer, from the first one',
    ko: '잘못된 심사 코드의 횟수. 처음 보낸 때부터',
  },
  browserKnownNumbersLifetime: {
    en: 'Cookie with the numbers with which a browser has signed in',
    ko: '브라우저가 로그인한 번호를 담은 쿠키',
  },
  knownBrowserLifetime: {
    en: 'Time for which a browser is known, from its last sign-in with the number',
    ko: '아는 브라우저로 여기는 시간. 그 번호로 마지막으로 로그인한 때부터',
  },
  blockedBrowserPeriod: {
    en: 'Block of a browser whose sign-in the user has ended',
    ko: '사용자가 로그인을 종료한 브라우저의 차단',
  },
  rememberedFormLifetime: {
    en: 'A remembered form, from its last use',
    ko: '기억한 입력 화면. 마지막 사용부터',
  },
  noticeLinkLifetime: { en: 'The link in a notice', ko: '알림의 링크' },
  applicationCacheLifetime: {
    en: "A worker's copy of an application. KV can lag by another 60 seconds",
    ko: '워커가 가진 애플리케이션 사본. KV는 60초 더 늦을 수 있음',
  },
  applicationRefreshAge: {
    en: 'Age at which the copy is refreshed in the background',
    ko: '백그라운드에서 사본을 새로 고치는 나이',
  },
  staleApplicationLifetime: { en: 'The copy while KV fails', ko: 'KV에 장애가 있을 때의 사본' },
  deletedApplicationLifetime: {
    en: 'Record in KV that an application was deleted',
    ko: '애플리케이션이 삭제되었다는 KV의 기록',
  },
  terminatedAccountLifetime: {
    en: 'Record that an account was terminated, so that open sign-ins fail',
    ko: '진행 중인 로그인을 거절하기 위한 계정 종료 기록',
  },
  listCursorLifetime: {
    en: 'Cursor to the next page of applications',
    ko: '애플리케이션 목록의 다음 페이지 커서',
  },
  pushInterval: {
    en: 'Time between two pushes of unknown browsers to a phone',
    ko: '모르는 브라우저가 휴대폰에 보내는 푸시의 간격',
  },
  phoneRequestCountPeriod: {
    en: 'Time for which a request to a phone counts',
    ko: '휴대폰에 보낸 요청을 세는 기간',
  },
  denialCountPeriod: { en: 'Time for which a denial counts', ko: '거절을 세는 기간' },
  eventRetryPeriod: {
    en: 'Retries of an event to an application',
    ko: '애플리케이션에 보내는 이벤트의 재시도',
  },
  manualRedeliveryPeriod: {
    en: 'Time after the retries in which an operator can send the event again',
    ko: '재시도가 끝난 뒤 운영자가 이벤트를 다시 보낼 수 있는 기간',
  },
  disclosureInterval: {
    en: 'Time in which another disclosure of the same attributes is not recorded',
    ko: '같은 항목을 다시 제공해도 기록하지 않는 기간',
  },
  lastDisclosureMargin: {
    en: 'Margin that `people affected` adds to the last recorded disclosure',
    ko: '`people affected`가 마지막 제공 기록에 더하는 시간',
  },
};
