import type * as eventLifetimes from '../../packages/plid/events/event-lifetimes.ts';
import type * as gatewayLifetimes from '../../workers/gateway/settings/gateway-lifetimes.ts';
import type * as serviceLifetimes from '../../workers/service/settings/service-lifetimes.ts';

/** What every lifetime of the service limits, in Korean and in the page's order. */
export const serviceLifetimeTexts: Record<keyof typeof serviceLifetimes, string> = {
  stepLifetime: '로그인. 사용자의 마지막 단계부터',
  signInExtensionPeriod: '로그인. 인가 요청부터. 지나면 단계를 진행해도 연장되지 않음',
  phoneRequestLifetime: '휴대폰에 표시되는 요청',
  approvalLifetime: '휴대폰에서 승인한 뒤 동의할 때까지. 단계를 진행하면 연장됨',
  lateReturnLifetime: '로그인이 끝난 뒤 페이지에서 애플리케이션으로 돌아갈 수 있는 시간',
  authorizationRequestLifetime: '연장을 모두 포함한 인가 요청',
  maxSignInCookieLifetime: '로그인 쿠키의 최대 유효 시간',
  pushedRequestLifetime: '미리 보낸 요청. 브라우저가 열 때까지',
  usedRequestLifetime: '미리 보낸 요청을 사용했다는 기록. 시계가 다를 수 있어 요청의 유효 시간보다 김',
  codeLifetime: '인가 코드',
  accessTokenLifetime: '액세스 토큰, `/account`의 세션',
  grantLifetime: '저장된 인가 그랜트',
  passkeyLifetime: '패스키. 브라우저에 다시 묻지 않는 시간이기도 합니다',
  automaticLoginLifetime: '자동 로그인. 마지막 휴대폰 로그인부터',
  previousDeviceCookieLifetime: '자동 로그인 쿠키가 교체된 뒤 이전 쿠키',
  cookieReuseMarkLifetime: '자동 로그인 쿠키가 복사되었다는 번호의 표시',
  wrongReviewCodesPeriod: '잘못된 심사 코드의 횟수. 처음 보낸 때부터',
  browserKnownNumbersLifetime: '브라우저가 로그인한 번호를 담은 쿠키',
  unmatchedBrowserAge:
    '숫자를 선택하거나 입력하지 않은 승인이 자동 로그인을 허용할 때까지. 브라우저가 그 번호로 처음 로그인한 때부터',
  knownBrowserLifetime: '아는 브라우저로 여기는 시간. 그 번호로 마지막으로 로그인한 때부터',
  blockedBrowserPeriod: '사용자가 로그인을 종료한 브라우저의 차단',
  unfinishedFormLifetime:
    '입력 화면을 보낸 뒤, 같은 애플리케이션의 다른 로그인에서 입력 내용을 가려서 보여 주는 시간',
  rememberedFormLifetime: '기억한 입력 화면. 마지막 사용부터',
  noticeLinkLifetime: '알림의 링크',
  applicationCacheLifetime: '워커가 가진 애플리케이션 사본. KV는 60초 더 늦을 수 있음',
  applicationRefreshAge: '백그라운드에서 사본을 새로 고치는 나이',
  staleApplicationLifetime: 'KV에 장애가 있어도 로그인할 수 있도록 워커가 쓰는 애플리케이션 사본',
  deletedApplicationLifetime: '애플리케이션이 삭제되었다는 KV의 기록',
  terminatedAccountLifetime: '진행 중인 로그인을 거절하기 위한 계정 종료 기록',
  listCursorLifetime: '애플리케이션 목록의 다음 페이지 커서',
  pushInterval:
    '모르는 브라우저가 휴대폰에 보내는 푸시의 최소 간격. 사용자가 앞의 푸시에 응답했으면 적용하지 않음',
  phoneRequestCountPeriod: '휴대폰에 보낸 요청을 세는 기간',
  denialCountPeriod: '거절을 세는 기간',
  eventRetryPeriod: '애플리케이션에 보내는 이벤트의 재시도',
  manualRedeliveryPeriod: '재시도가 끝난 뒤 운영자가 이벤트를 다시 보낼 수 있는 기간',
  disclosureInterval: '같은 항목을 다시 제공해도 기록하지 않는 기간',
  lastDisclosureMargin: '`people affected`가 마지막 제공 기록에 더하는 시간',
};

/** What every lifetime of the gateway limits, in Korean and in the page's order. */
export const gatewayLifetimeTexts: Record<
  keyof typeof gatewayLifetimes | keyof typeof eventLifetimes,
  string
> = {
  flowLifetime: '로그인. 시작부터 콜백까지',
  flowCookieLifetime: '로그인의 쿠키. 늦은 콜백을 구별하도록 로그인보다 김',
  stateNonceLifetime: 'KV에 저장한 로그인의 state. 늦은 콜백과 꾸며 낸 콜백을 구별하도록 로그인보다 김',
  flowOutcomeLifetime: '로그인이 끝난 뒤의 결과',
  signInRepeatLifetime: '같은 인가 코드로 콜백을 반복하면 같은 세션을 받는 시간',
  minSessionLifetime: '`SESSION_LIFETIME`의 최솟값',
  exchangeMargin: '서비스 호출 외에 코드 교환에 걸릴 수 있는 시간',
  requestLimitPeriod: '모든 요청 제한의 기간',
  knownAddressLifetime: '앱 로그인이 성공한 주소를 기억하는 시간',
  signedOutMarkLifetime: '로그아웃한 뒤 같은 브라우저의 다른 사이트에서 자동 로그인을 시작할 수 없는 시간',
  signedIdentityLifetime: '`Plid-Identity` 헤더',
  eventDeliveryLifetime: '서비스 이벤트의 최대 나이',
  clockTolerance: '서비스의 시계가 빠를 수 있는 시간',
  publishedKeysLifetime: '서비스 공개 키의 사본',
  publishedKeysInterval: '공개 키를 읽는 최소 간격',
  openIdCodeLifetime: 'RP의 인가 코드',
  openIdTokenLifetime: 'RP의 액세스 토큰',
  openIdSignInMatchPeriod: '새 로그인을 이를 시작한 RP의 요청에 대한 로그인으로 보는 시간',
  departureRetryPeriod: '`/auth/disconnect`에서 실패한 `events` 함수를 다시 호출하는 기간',
  logoutRetryPeriod: 'logout_token의 재시도',
  seenInterval: '사용자의 마지막 이용을 기록하는 간격',
};
