import { refusal } from '../../core/protocol/errors.ts';

/** Errors of the service's sign-in and token endpoint. */
export const request_expired = /* @__PURE__ */ refusal('request_expired', 400, 'invalid_request', {
  en: 'This address for signing in has expired. Go back to the application, and sign in from there.',
  ko: '이 로그인 주소는 만료되었습니다. 애플리케이션으로 돌아가서 다시 로그인해 주세요.',
});
export const unconfirmed = /* @__PURE__ */ refusal('unconfirmed', 400, 'invalid_request', {
  en: 'The name and phone number could not be confirmed with the three carriers. Check what was entered.',
  ko: '입력한 이름과 휴대폰 번호를 통신 3사에서 확인할 수 없습니다. 입력한 값을 확인해 주세요.',
});
export const unregistered = /* @__PURE__ */ refusal('unregistered', 400, 'invalid_request', {
  en: 'The number has no app in which the sign-in could be approved.',
  ko: '로그인을 승인할 앱이 이 번호에 등록되어 있지 않습니다.',
});
export const underage = /* @__PURE__ */ refusal('underage', 400, 'invalid_request', {
  en: 'The user is younger than the application takes.',
  ko: '애플리케이션에서 정한 나이보다 어린 사용자입니다.',
});
export const challenge = /* @__PURE__ */ refusal('challenge', 429, 'server_error', {
  en: 'Many requests come from here. A person has to show on the page that they are one.',
  ko: '이곳에서 요청이 많이 오고 있습니다. 페이지에서 사람인지 확인해야 합니다.',
});
export const carrier_limit = /* @__PURE__ */ refusal('carrier_limit', 429, 'server_error', {
  en: 'The carrier takes no more requests to this phone for now. Try again later.',
  ko: '통신사에서 지금은 이 휴대폰으로 요청을 더 받지 않습니다. 잠시 후 다시 시도해 주세요.',
});
export const start_not_offered = /* @__PURE__ */ refusal('start_not_offered', 400, 'invalid_request', {
  en: 'This carrier’s app can’t start a sign-in. Sign in with the phone number instead.',
  ko: '이 통신사의 앱에서는 로그인을 시작할 수 없습니다. 휴대폰 번호로 로그인해 주세요.',
});
export const code_not_for_this_request = /* @__PURE__ */ refusal(
  'code_not_for_this_request',
  400,
  'invalid_grant',
  {
    en: 'Invalid authorization code: it was issued for another application or redirect address.',
    ko: '인가 코드가 올바르지 않습니다. 다른 애플리케이션이나 다른 리다이렉트 주소에 발급된 코드입니다.',
  },
);
export const invalid_code = /* @__PURE__ */ refusal('invalid_code', 500, 'server_error', {
  level: 'info',
  en: 'Invalid authorization code: {value}',
  ko: '인가 코드가 올바르지 않습니다: {value}',
});
