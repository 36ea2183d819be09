import type * as refusals from '../../workers/gateway/settings/gateway-refusals.ts';
import type { Texts } from './page.ts';

/** Cause and fix of every error of the gateway, in the page's order. */
export const gatewayErrors: Record<keyof typeof refusals, Texts> = {
  no_session: {
    en: 'No user is signed in, or the session has ended. Send the user to `/auth/login?return_to=…`. A back end must forward the `Cookie` header.',
    ko: '로그인하지 않았거나 세션이 끝났습니다. 사용자를 `/auth/login?return_to=…`로 보내세요. 백엔드에서는 `Cookie` 헤더를 전달해야 합니다.',
  },
  client_refused: {
    en: 'The service rejects `CLIENT_ID` and `CLIENT_SECRET`, so no user can sign in. Correct them, and deploy.',
    ko: '서비스가 `CLIENT_ID`와 `CLIENT_SECRET`을 거절해 아무 사용자도 로그인할 수 없습니다. 값을 고치고 배포하세요.',
  },
  cross_origin: {
    en: 'The guard refuses changes from pages of other origins. Add your own origins to `TRUSTED_ORIGINS`, and payment callbacks to `PUBLIC_PATHS`.',
    ko: '가드는 다른 출처의 페이지에서 보낸 변경 요청을 거절합니다. 직접 운영하는 출처는 `TRUSTED_ORIGINS`에, 결제 콜백은 `PUBLIC_PATHS`에 추가하세요.',
  },
  other_host: {
    en: 'Your gateway has several hosts, and `GATEWAY_ORIGIN` names another one. Link only to `GATEWAY_ORIGIN`, or redirect the other hosts to it.',
    ko: '게이트웨이의 호스트가 여러 개이고, `GATEWAY_ORIGIN`은 다른 호스트입니다. 링크에는 `GATEWAY_ORIGIN`만 쓰거나, 나머지 호스트를 그 주소로 리다이렉트하세요.',
  },
  not_the_proxy: {
    en: 'The proxy sends no key or a wrong one. Use the key that `npx plid-admin keys proxy` prints. Pages call `/auth/session`.',
    ko: '프록시가 키를 보내지 않았거나 키가 틀립니다. `npx plid-admin keys proxy`가 출력하는 키를 쓰세요. 페이지에서는 `/auth/session`을 호출하세요.',
  },
  flow_missing: {
    en: 'The callback was opened in another browser, or cookies were deleted or blocked. Start at `/auth/login` in the same browser.',
    ko: '콜백을 다른 브라우저에서 열었거나 쿠키가 삭제 또는 차단되었습니다. 같은 브라우저에서 `/auth/login`부터 시작하세요.',
  },
  flow_elsewhere: {
    en: 'The callback was opened in another browser, or again after it was completed. The page leads to where the user was going.',
    ko: '콜백을 다른 브라우저에서 열었거나, 완료한 뒤 다시 열었습니다. 페이지가 사용자를 가려던 곳으로 안내합니다.',
  },
  flow_mismatch: {
    en: 'The `state` does not belong to this browser. Start again. If the log has `issuer`, check `ISS_REQUIRED` and `EVENT_ISSUER`.',
    ko: '`state`가 이 브라우저의 로그인과 맞지 않습니다. 다시 시작하세요. 로그에 `issuer`가 있으면 `ISS_REQUIRED`와 `EVENT_ISSUER`를 확인하세요.',
  },
  flow_expired: {
    en: 'More than an hour has passed since `/auth/login`. Start again.',
    ko: '`/auth/login`부터 1시간이 지났습니다. 다시 시작하세요.',
  },
  flow_used: {
    en: 'This sign-in already returned with another code, or more than ten minutes ago. Start again; an app needs a new verifier.',
    ko: '이 로그인은 이미 다른 인가 코드로 돌아왔거나, 돌아온 지 10분이 지났습니다. 다시 시작하세요. 앱은 새 verifier를 만들어야 합니다.',
  },
  flow_of_app: {
    en: "An app's callback was opened in a browser, and there is no `app_link`. Catch the address in the app.",
    ko: '앱의 콜백을 브라우저에서 열었고 `app_link`가 없습니다. 앱에서 이 주소를 처리하세요.',
  },
  app_link_refused: {
    en: 'The `app_link` must equal one in the setting `APP_LINKS`. Add it there.',
    ko: '`app_link`가 `APP_LINKS` 설정의 값과 같아야 합니다. 설정에 추가하세요.',
  },
  session_only: {
    en: '`TOKEN_READS` is `once`, and the `app_link` isn’t an https address. Finish the sign-in at `POST /auth/session`.',
    ko: '`TOKEN_READS`가 `once`이고 `app_link`가 https 주소가 아닙니다. `POST /auth/session`으로 로그인을 마치세요.',
  },
  sign_in_pending: {
    en: 'Another callback of this sign-in is running. The page tries again by itself.',
    ko: '같은 로그인의 다른 콜백을 처리하고 있습니다. 페이지가 자동으로 다시 시도합니다.',
  },
  sign_in_broken_off: {
    en: 'The callback was interrupted. Start a new sign-in.',
    ko: '콜백 처리가 중단되었습니다. 새로 로그인하세요.',
  },
  signed_out: {
    en: 'The sign-in was completed, and the user has signed out since: an old tab. Nothing to do.',
    ko: '로그인을 완료한 뒤 로그아웃했습니다. 오래된 탭이므로 할 일이 없습니다.',
  },
  prefetched: {
    en: 'The browser fetched the address in advance. It asks again when the user goes there. Nothing to do.',
    ko: '브라우저가 주소를 미리 가져왔습니다. 사용자가 열 때 다시 요청하므로 할 일이 없습니다.',
  },
  upstream_refused: {
    en: 'The service refused. Look up its `error` and `message`, which the response and the log contain.',
    ko: '서비스가 거절했습니다. 응답과 로그에 있는 서비스의 `error`와 `message`를 찾아보세요.',
  },
  upstream_invalid: {
    en: "The service's response does not follow the specification: HTML, wrong types, no `plid`, or over 64 KiB. Check `SERVICE_URL`.",
    ko: '서비스의 응답이 명세와 다릅니다. HTML이거나, 형식이 잘못되었거나, `plid`가 없거나, 64KiB를 넘습니다. `SERVICE_URL`을 확인하세요.',
  },
  upstream_timeout: {
    en: 'The service did not respond within `SERVICE_TIMEOUT`. Start again later.',
    ko: '서비스가 `SERVICE_TIMEOUT` 안에 응답하지 않았습니다. 나중에 다시 시작하세요.',
  },
  upstream_unavailable: {
    en: 'The service is unreachable, or responds with 429 or 503. Wait for `Retry-After`. If it never works, check `SERVICE_URL`.',
    ko: '서비스에 연결할 수 없거나, 서비스가 429 또는 503을 반환합니다. `Retry-After`만큼 기다리세요. 항상 실패하면 `SERVICE_URL`을 확인하세요.',
  },
  event_malformed: {
    en: 'Only the service calls `POST /auth/events`. The request contained something else.',
    ko: '`POST /auth/events`는 서비스만 호출합니다. 요청에 다른 내용이 있었습니다.',
  },
  event_key_unknown: {
    en: 'The service does not publish this key. Check `JWKS_PATH`.',
    ko: '서비스가 공개하지 않은 키입니다. `JWKS_PATH`를 확인하세요.',
  },
  event_forged: {
    en: 'Someone else signed the event. Nothing was done.',
    ko: '다른 발신자가 서명한 이벤트입니다. 아무 작업도 하지 않았습니다.',
  },
  event_of_other_issuer: {
    en: '`iss` is not `SERVICE_URL`. If the service uses another name, set `EVENT_ISSUER`.',
    ko: '`iss`가 `SERVICE_URL`이 아닙니다. 서비스가 다른 이름을 쓰면 `EVENT_ISSUER`를 설정하세요.',
  },
  event_for_other_audience: {
    en: '`aud` is not `CLIENT_ID`. Check whether another application registered this address.',
    ko: '`aud`가 `CLIENT_ID`가 아닙니다. 다른 애플리케이션에 이 주소를 등록하지 않았는지 확인하세요.',
  },
  event_of_other_time: {
    en: 'The event is older than 4 days, or a clock is wrong.',
    ko: '4일이 지난 이벤트이거나 시계가 맞지 않습니다.',
  },
};
