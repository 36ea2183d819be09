import { refusal } from '../../core/protocol/errors.ts';

/**
 * Errors of the gateway, for programs, each with its cause and fix as a comment (docs/reference/errors.md). Users read
 * the texts of failure-texts.ts.
 */

/**
 * The callback was opened in another browser, or cookies were deleted or blocked. Start at `/auth/login` in the
 * same browser.
 */
export const flow_missing = /* @__PURE__ */ refusal('flow_missing', 400, 'invalid_request', {
  en: 'No sign-in in progress in this browser matches this response. The sign-in may have been started in another browser, or its cookies were deleted.',
  ko: '이 브라우저에서 진행 중인 로그인을 찾을 수 없습니다. 다른 브라우저에서 시작했거나 쿠키가 삭제되었을 수 있습니다.',
});
/**
 * The callback was opened in another browser, or again after it was completed. The page leads to where the user
 * was going.
 */
export const flow_elsewhere = /* @__PURE__ */ refusal('flow_elsewhere', 400, 'invalid_request', {
  en: 'This sign-in was started in another browser, or its cookies were deleted. It may already be complete.',
  ko: '다른 브라우저에서 시작했거나 시작한 뒤 쿠키가 삭제된 로그인입니다. 이미 완료되었을 수 있습니다.',
});
/**
 * The `state` does not belong to this browser. Start again. If the log has `issuer`, check `ISS_REQUIRED` and
 * `EVENT_ISSUER`.
 */
export const flow_mismatch = /* @__PURE__ */ refusal('flow_mismatch', 400, 'invalid_request', {
  en: 'The state of this response does not match the sign-in in progress in this browser. Sign in again.',
  ko: 'state 값이 이 브라우저에서 진행 중인 로그인과 일치하지 않습니다. 다시 로그인해 주세요.',
});
/** More than an hour has passed since `/auth/login`. Start again. */
export const flow_expired = /* @__PURE__ */ refusal('flow_expired', 400, 'invalid_request', {
  en: 'The sign-in has expired. Sign in again.',
  ko: '로그인 유효 시간이 지났습니다. 다시 로그인해 주세요.',
});
/**
 * This sign-in already returned with another code, or more than ten minutes ago. Start again; an app needs a new
 * verifier.
 */
export const flow_used = /* @__PURE__ */ refusal('flow_used', 400, 'invalid_grant', {
  en: 'This sign-in has already been completed.',
  ko: '이미 완료된 로그인입니다.',
});
/** An app's callback was opened in a browser, and there is no `app_link`. Catch the address in the app. */
export const flow_of_app = /* @__PURE__ */ refusal('flow_of_app', 400, 'invalid_request', {
  en: 'This sign-in was started in an app. Go back to the app to finish it.',
  ko: '앱에서 시작한 로그인입니다. 앱으로 돌아가 로그인을 마쳐 주세요.',
});
/**
 * `TOKEN_READS` is `once`, and the `app_link` isn't an https address. Finish the sign-in at `POST
 * /auth/session`.
 */
export const session_only = /* @__PURE__ */ refusal('session_only', 400, 'invalid_request', {
  en: 'This sign-in can only be completed as a session, at POST /auth/session. A token of this login service can be read only once, so the gateway cannot check whether the phone was prompted.',
  ko: '이 로그인은 POST /auth/session에서 세션으로만 완료할 수 있습니다. 이 로그인 서비스의 토큰은 한 번만 조회할 수 있어, 휴대폰으로 확인했는지 게이트웨이에서 알 수 없습니다.',
});
/** The sign-in was completed, and the user has signed out since: an old tab. Nothing to do. */
export const signed_out = /* @__PURE__ */ refusal('signed_out', 400, 'invalid_request', {
  en: 'This sign-in has ended because the user signed out. Sign in again.',
  ko: '로그아웃하여 끝난 로그인입니다. 다시 로그인해 주세요.',
});
/** The `app_link` must equal one in the setting `APP_LINKS`. Add it there. */
export const app_link_refused = /* @__PURE__ */ refusal('app_link_refused', 400, 'invalid_request', {
  en: 'The APP_LINKS setting of this gateway does not allow this link.',
  ko: '이 게이트웨이의 APP_LINKS 설정이 허용하지 않는 링크입니다.',
});
/** Only the service calls `POST /auth/events`. The request contained something else. */
export const event_malformed = /* @__PURE__ */ refusal('event_malformed', 400, 'invalid_request', {
  en: 'This is not a valid Security Event Token (RFC 8417) about a user of the login service. Send it as application/secevent+jwt.',
  ko: '로그인 서비스 사용자에 관한 Security Event Token(RFC 8417)이 아닙니다. application/secevent+jwt로 보내 주세요.',
});
/** The event is older than 4 days, or a clock is wrong. */
export const event_of_other_time = /* @__PURE__ */ refusal('event_of_other_time', 400, 'invalid_request', {
  en: 'The event was issued too long ago or in the future.',
  ko: '이벤트가 발행된 시각이 너무 오래되었거나 미래입니다.',
});
/** `iss` is not `SERVICE_URL`. If the service uses another name, set `EVENT_ISSUER`. */
export const event_of_other_issuer = /* @__PURE__ */ refusal(
  'event_of_other_issuer',
  400,
  'invalid_request',
  {
    en: 'The event was not issued by the login service of this gateway.',
    ko: '이 게이트웨이의 로그인 서비스가 발행한 이벤트가 아닙니다.',
  },
);
/** `aud` is not `CLIENT_ID`. Check whether another application registered this address. */
export const event_for_other_audience = /* @__PURE__ */ refusal(
  'event_for_other_audience',
  400,
  'invalid_request',
  {
    en: 'The event is for another application.',
    ko: '다른 애플리케이션을 대상으로 하는 이벤트입니다.',
  },
);
/** The service does not publish this key. Check `JWKS_PATH`. */
export const event_key_unknown = /* @__PURE__ */ refusal('event_key_unknown', 400, 'invalid_request', {
  en: 'The login service publishes no key with this kid.',
  ko: '로그인 서비스가 공개한 키 중에 이 kid의 키가 없습니다.',
});
/** Someone else signed the event. Nothing was done. */
export const event_forged = /* @__PURE__ */ refusal('event_forged', 400, 'authentication_failed', {
  en: 'The signature of the event is not valid.',
  ko: '이벤트의 서명이 올바르지 않습니다.',
});
/**
 * A handler of `createGateway({ events })` failed, and the log has its failure. Fix the handler. The service sends the
 * event again.
 */
export const event_not_handled = /* @__PURE__ */ refusal('event_not_handled', 503, 'server_error', {
  en: 'The sessions of the user have ended, but the application could not handle the event. Send the event again later.',
  ko: '사용자의 세션은 끝났지만 애플리케이션이 이벤트를 처리하지 못했습니다. 나중에 이벤트를 다시 보내 주세요.',
});
/**
 * A handler of `createGateway({ events })` failed, and the log has its failure. Fix the handler. The gateway calls it
 * again for 30 days.
 */
export const disconnect_incomplete = /* @__PURE__ */ refusal('disconnect_incomplete', 503, 'server_error', {
  en: 'The user is disconnected and signed out, and the gateway has deleted their data. The application has not deleted its data yet. The gateway calls it again by itself, so do not repeat the request.',
  ko: '연결을 끊고 로그아웃했으며 게이트웨이의 데이터를 삭제했습니다. 애플리케이션의 데이터는 아직 삭제하지 못했습니다. 게이트웨이가 다시 시도하므로 요청을 반복하지 마세요.',
});
/**
 * No user is signed in, or the session has ended. Send the user to `/auth/login?return_to=…`. A back end must
 * forward the `Cookie` header.
 */
export const no_session = /* @__PURE__ */ refusal('no_session', 401, 'authentication_failed', {
  en: 'No user is signed in. Sign in first.',
  ko: '로그인되어 있지 않습니다. 먼저 로그인해 주세요.',
});
/**
 * The guard refuses changes from pages of other origins. Add your own origins to `TRUSTED_ORIGINS`, and payment
 * callbacks to `PUBLIC_PATHS`.
 */
export const cross_origin = /* @__PURE__ */ refusal('cross_origin', 403, 'invalid_request', {
  en: 'This request came from a page of another origin. To allow that origin, add it to the gateway’s TRUSTED_ORIGINS setting.',
  ko: '다른 출처(origin)의 페이지에서 보낸 요청입니다. 허용하려면 게이트웨이의 TRUSTED_ORIGINS 설정에 해당 출처를 추가해 주세요.',
});
/**
 * Your gateway has several hosts, and `GATEWAY_ORIGIN` names another one. Link only to `GATEWAY_ORIGIN`, or
 * redirect the other hosts to it.
 */
export const other_host = /* @__PURE__ */ refusal('other_host', 403, 'invalid_request', {
  en: 'This request came from a page on another host than the one in the gateway’s GATEWAY_ORIGIN setting. Users are signed in only at GATEWAY_ORIGIN. Open the page there.',
  ko: '게이트웨이의 GATEWAY_ORIGIN 설정과 다른 호스트의 페이지에서 보낸 요청입니다. 사용자는 GATEWAY_ORIGIN에서만 로그인되어 있습니다. 그 주소에서 페이지를 열어 주세요.',
});
/**
 * The proxy sends no key or a wrong one. Use the key that `npx plid-admin keys proxy` prints. Pages call
 * `/auth/session`.
 */
export const not_the_proxy = /* @__PURE__ */ refusal('not_the_proxy', 403, 'invalid_request', {
  en: 'Only the proxy in front of an application may call this address. Send the gateway’s proxy key in the Plid-Identity-Key header.',
  ko: '애플리케이션 앞에 있는 프록시만 호출할 수 있는 주소입니다. 게이트웨이의 프록시 키를 Plid-Identity-Key 헤더로 보내 주세요.',
});
/** The browser fetched the address in advance. It asks again when the user goes there. Nothing to do. */
export const prefetched = /* @__PURE__ */ refusal('prefetched', 425, 'invalid_request', {
  en: 'This address cannot be prefetched.',
  ko: '미리 가져올 수 없는 주소입니다.',
});
/** The service refused. Look up its `error` and `message`, which the response and the log contain. */
export const upstream_refused = /* @__PURE__ */ refusal('upstream_refused', 400, 'invalid_grant', {
  en: 'The login service refused this request.',
  ko: '로그인 서비스가 이 요청을 거절했습니다.',
});
/**
 * The service's response does not follow the specification: HTML, wrong types, no `plid`, or over 64 KiB. Check
 * `SERVICE_URL`.
 */
export const upstream_invalid = /* @__PURE__ */ refusal('upstream_invalid', 502, 'server_error', {
  en: 'The login service returned a response that could not be read.',
  ko: '로그인 서비스의 응답 형식이 올바르지 않습니다.',
});
/** The service rejects `CLIENT_ID` and `CLIENT_SECRET`, so no user can sign in. Correct them, and deploy. */
export const client_refused = /* @__PURE__ */ refusal('client_refused', 502, 'server_error', {
  en: 'The login service rejected the client credentials of this gateway.',
  ko: '로그인 서비스에서 이 게이트웨이의 클라이언트 인증 정보를 거절했습니다.',
});
/** The service did not respond within `SERVICE_TIMEOUT`. Start again later. */
export const upstream_timeout = /* @__PURE__ */ refusal('upstream_timeout', 503, 'server_error', {
  en: 'The login service did not respond in time. Try again later.',
  ko: '로그인 서비스가 제시간에 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.',
});
/**
 * The service is unreachable, or responds with 429 or 503. Wait for `Retry-After`. If it never works, check
 * `SERVICE_URL`.
 */
export const upstream_unavailable = /* @__PURE__ */ refusal('upstream_unavailable', 503, 'server_error', {
  en: 'The login service is not available at the moment. Try again later.',
  ko: '지금은 로그인 서비스를 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
});
/** Another callback of this sign-in is running. The page tries again by itself. */
export const sign_in_pending = /* @__PURE__ */ refusal('sign_in_pending', 503, 'server_error', {
  en: 'The sign-in is being completed. Try again in a moment.',
  ko: '로그인을 마무리하고 있습니다. 잠시 후 다시 시도해 주세요.',
});
/** The callback was interrupted. Start a new sign-in. */
export const sign_in_broken_off = /* @__PURE__ */ refusal('sign_in_broken_off', 503, 'server_error', {
  en: 'The sign-in was interrupted before it was completed. Sign in again.',
  ko: '로그인이 끝나기 전에 중단되었습니다. 다시 로그인해 주세요.',
});
