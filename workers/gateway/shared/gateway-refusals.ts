import { refusal } from '../../core/protocol/errors.ts';

/** Errors of the gateway, for programs. Users read the texts of failure-texts.ts. */
export const flow_missing = /* @__PURE__ */ refusal('flow_missing', 400, 'invalid_request', {
  en: 'This browser has no sign-in under way that this answer belongs to. It may have been started in another browser, or its cookies were deleted.',
  ko: '이 브라우저에서 진행 중인 로그인을 찾을 수 없습니다. 다른 브라우저에서 시작했거나 쿠키가 삭제되었을 수 있습니다.',
});
export const flow_elsewhere = /* @__PURE__ */ refusal('flow_elsewhere', 400, 'invalid_request', {
  en: 'This sign-in was begun here, but not in this browser, or its cookies were deleted since. It may have been completed already.',
  ko: '이 브라우저에서 시작하지 않았거나 시작한 뒤 쿠키가 삭제된 로그인입니다. 이미 완료되었을 수 있습니다.',
});
export const flow_mismatch = /* @__PURE__ */ refusal('flow_mismatch', 400, 'invalid_request', {
  en: 'The state of this answer does not match the sign-in that this browser has under way.',
  ko: 'state 값이 이 브라우저에서 진행 중인 로그인과 일치하지 않습니다.',
});
export const flow_expired = /* @__PURE__ */ refusal('flow_expired', 400, 'invalid_request', {
  en: 'The sign-in took too long.',
  ko: '로그인 유효 시간이 지났습니다.',
});
export const flow_used = /* @__PURE__ */ refusal('flow_used', 400, 'invalid_grant', {
  en: 'This sign-in was completed already.',
  ko: '이미 완료된 로그인입니다.',
});
export const flow_of_app = /* @__PURE__ */ refusal('flow_of_app', 400, 'invalid_request', {
  en: 'This sign-in belongs to an app. Go back to the app to finish it there.',
  ko: '앱에서 시작한 로그인입니다. 앱으로 돌아가 로그인을 마쳐 주세요.',
});
export const session_only = /* @__PURE__ */ refusal('session_only', 400, 'invalid_request', {
  en: 'This sign-in ends in a session alone, at POST /auth/session: a token of this login service can be read once, so that the gateway cannot see whether the phone was asked.',
  ko: '이 로그인은 POST /auth/session에서 세션으로만 마칠 수 있습니다. 이 로그인 서비스의 토큰은 한 번만 조회할 수 있어, 휴대전화로 확인했는지 게이트웨이가 알 수 없습니다.',
});
export const signed_out = /* @__PURE__ */ refusal('signed_out', 400, 'invalid_request', {
  en: 'This sign-in is over, and you have signed out since.',
  ko: '이미 끝난 로그인이며, 그 후 로그아웃했습니다.',
});
export const app_link_refused = /* @__PURE__ */ refusal('app_link_refused', 400, 'invalid_request', {
  en: 'The link is not among those that the setting APP_LINKS of this gateway allows.',
  ko: '이 게이트웨이의 APP_LINKS 설정이 허용하지 않는 링크입니다.',
});
export const event_malformed = /* @__PURE__ */ refusal('event_malformed', 400, 'invalid_request', {
  en: 'This is no Security Event Token (RFC 8417), sent as application/secevent+jwt, about a user of the login service.',
  ko: '로그인 서비스의 사용자에 관한 Security Event Token(RFC 8417)이 아닙니다. application/secevent+jwt로 보내 주세요.',
});
export const event_of_other_time = /* @__PURE__ */ refusal('event_of_other_time', 400, 'invalid_request', {
  en: 'The event was issued too long ago, or in the future.',
  ko: '이벤트가 너무 오래전 또는 미래에 발행되었습니다.',
});
export const event_of_other_issuer = /* @__PURE__ */ refusal(
  'event_of_other_issuer',
  400,
  'invalid_request',
  {
    en: 'The event was not issued by the login service of this gateway.',
    ko: '이 게이트웨이의 로그인 서비스가 발행한 이벤트가 아닙니다.',
  },
);
export const event_for_other_audience = /* @__PURE__ */ refusal(
  'event_for_other_audience',
  400,
  'invalid_request',
  {
    en: 'The event is for another application.',
    ko: '다른 애플리케이션에 보낸 이벤트입니다.',
  },
);
export const event_key_unknown = /* @__PURE__ */ refusal('event_key_unknown', 400, 'invalid_request', {
  en: 'The login service publishes no key of this name.',
  ko: '로그인 서비스가 공개한 키 중에 해당하는 키가 없습니다.',
});
export const event_forged = /* @__PURE__ */ refusal('event_forged', 400, 'authentication_failed', {
  en: 'The signature of the event is not that of the login service.',
  ko: '이벤트의 서명이 로그인 서비스의 것이 아닙니다.',
});
export const no_session = /* @__PURE__ */ refusal('no_session', 401, 'authentication_failed', {
  en: 'Nobody is signed in here.',
  ko: '로그인하지 않은 상태입니다.',
});
export const cross_origin = /* @__PURE__ */ refusal('cross_origin', 403, 'invalid_request', {
  en: 'A page of another origin has sent this. The setting TRUSTED_ORIGINS of this gateway names those that may.',
  ko: '다른 출처의 페이지가 보낸 요청입니다. 보내도 되는 출처는 이 게이트웨이의 TRUSTED_ORIGINS 설정에 있습니다.',
});
export const not_the_proxy = /* @__PURE__ */ refusal('not_the_proxy', 403, 'invalid_request', {
  en: 'Only the proxy in front of an application may call this address. Send the proxy key of this gateway in the header Plid-Identity-Key.',
  ko: '애플리케이션 앞의 프록시만 호출할 수 있는 주소입니다. 이 게이트웨이의 프록시 키를 Plid-Identity-Key 헤더로 보내세요.',
});
export const prefetched = /* @__PURE__ */ refusal('prefetched', 425, 'invalid_request', {
  en: 'This address is not for fetching ahead.',
  ko: '미리 가져올 수 없는 주소입니다.',
});
export const upstream_refused = /* @__PURE__ */ refusal('upstream_refused', 400, 'invalid_grant', {
  en: 'The login service refused this request.',
  ko: '로그인 서비스가 이 요청을 거절했습니다.',
});
export const upstream_invalid = /* @__PURE__ */ refusal('upstream_invalid', 502, 'server_error', {
  en: 'The login service gave an answer that could not be understood.',
  ko: '로그인 서비스의 응답을 이해할 수 없습니다.',
});
export const client_refused = /* @__PURE__ */ refusal('client_refused', 502, 'server_error', {
  en: 'The login service does not accept the client credentials of this gateway.',
  ko: '로그인 서비스가 이 게이트웨이의 클라이언트 인증 정보를 받아들이지 않습니다.',
});
export const upstream_timeout = /* @__PURE__ */ refusal('upstream_timeout', 503, 'server_error', {
  en: 'The login service did not answer in time. Try again later.',
  ko: '로그인 서비스가 제시간에 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.',
});
export const upstream_unavailable = /* @__PURE__ */ refusal('upstream_unavailable', 503, 'server_error', {
  en: 'The login service is not available at the moment. Try again later.',
  ko: '지금은 로그인 서비스를 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
});
export const sign_in_pending = /* @__PURE__ */ refusal('sign_in_pending', 503, 'server_error', {
  en: 'The sign-in is being completed.',
  ko: '로그인을 마무리하고 있습니다.',
});
export const sign_in_broken_off = /* @__PURE__ */ refusal('sign_in_broken_off', 503, 'server_error', {
  en: 'The sign-in was broken off before it was completed. Sign in again.',
  ko: '로그인이 끝나기 전에 중단되었습니다. 다시 로그인해 주세요.',
});
