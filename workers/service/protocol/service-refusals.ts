import { refusal } from '../../core/protocol/errors.ts';

/**
 * Errors of the service's sign-in and token endpoint, each with its cause and fix as a comment
 * (docs/reference/errors.md).
 */

/**
 * A pushed request (`request_uri`) must be opened within 90 seconds. Push it when the user starts to sign in.
 */
export const request_expired = /* @__PURE__ */ refusal('request_expired', 400, 'invalid_request', {
  en: 'This sign-in link has expired. Go back to the application and sign in again.',
  ko: '만료된 로그인 주소입니다. 애플리케이션으로 돌아가 다시 로그인해 주세요.',
});
/**
 * The carrier does not know this name with this number. Users see the same text, and can correct the name or
 * carrier.
 */
export const unconfirmed = /* @__PURE__ */ refusal('unconfirmed', 400, 'invalid_request', {
  en: 'The entered name and phone number cannot be confirmed with the three carriers. Check the input values.',
  ko: '입력한 이름과 휴대폰 번호를 통신 3사에서 확인할 수 없습니다. 입력한 값을 확인해 주세요.',
});
/**
 * Name, number, and carrier are right, but the number is not registered in the carrier's app. The user registers
 * it there.
 */
export const unregistered = /* @__PURE__ */ refusal('unregistered', 400, 'invalid_request', {
  en: 'This number is not registered in an app that can approve the sign-in. Register it in the carrier’s app.',
  ko: '로그인을 승인할 앱에 등록되지 않은 번호입니다. 통신사의 인증 앱에 번호를 등록해 주세요.',
});
/**
 * The user is below `minimum_age`. The application can register another age, or its own consent of guardians.
 */
export const underage = /* @__PURE__ */ refusal('underage', 400, 'invalid_request', {
  en: 'The user is younger than the application’s minimum age.',
  ko: '애플리케이션에서 정한 최소 나이보다 어린 사용자입니다.',
});
/**
 * Unknown browsers have reached a limit, and Turnstile is set up. Browsers continue with the page. Programs
 * cannot.
 */
export const challenge = /* @__PURE__ */ refusal('challenge', 429, 'server_error', {
  en: 'Too many requests from this network. Open the sign-in page to complete a check.',
  ko: '이 네트워크에서 보낸 요청이 너무 많습니다. 로그인 페이지를 열어 사람인지 확인해 주세요.',
});
/**
 * A limit of the carrier, which no setting changes. Wait for `Retry-After`. If it happens often, ask the
 * carrier.
 */
export const carrier_limit = /* @__PURE__ */ refusal('carrier_limit', 429, 'server_error', {
  en: 'The carrier is limiting requests to this phone. Try again later.',
  ko: '통신사에서 이 휴대폰으로 보내는 요청을 제한하고 있습니다. 잠시 후 다시 시도해 주세요.',
});
/** The carrier does not offer `start`. Remove it from `STARTS`. */
export const start_not_offered = /* @__PURE__ */ refusal('start_not_offered', 400, 'invalid_request', {
  en: 'This carrier’s app can’t start a sign-in. Sign in with the phone number instead.',
  ko: '이 통신사의 앱에서는 로그인을 시작할 수 없습니다. 휴대폰 번호로 로그인해 주세요.',
});
/**
 * The `redirect_uri` or `client_id` of the exchange differs from the authorization request. Send the same
 * values.
 */
export const code_not_for_this_request = /* @__PURE__ */ refusal(
  'code_not_for_this_request',
  400,
  'invalid_grant',
  {
    en: 'Invalid authorization code: it was issued for another application or redirect address.',
    ko: '인가 코드가 올바르지 않습니다. 다른 애플리케이션이나 다른 리다이렉트 주소에 발급된 코드입니다.',
  },
);
/**
 * The code is unknown, older than 60 seconds, or used. Usually a callback ran twice. Do not retry: a repeated
 * code ends its token.
 */
export const invalid_code = /* @__PURE__ */ refusal('invalid_code', 500, 'server_error', {
  level: 'info',
  en: 'Invalid authorization code: {value}',
  ko: '인가 코드가 올바르지 않습니다: {value}',
});
/**
 * The passkey was ended, has expired, or belongs to another sign-in. The user signs in by phone, and can create another
 * one.
 */
export const passkey_unknown = /* @__PURE__ */ refusal('passkey_unknown', 400, 'invalid_request', {
  en: 'This passkey can’t be used. Sign in with your phone number.',
  ko: '사용할 수 없는 패스키입니다. 휴대폰 번호로 로그인해 주세요.',
});
/**
 * The application needs what only the phone can confirm: a first or changed consent, or the user’s age. The user signs in
 * by phone.
 */
export const phone_needed = /* @__PURE__ */ refusal('phone_needed', 400, 'invalid_request', {
  en: 'This time, the service needs your phone. Sign in with your phone number.',
  ko: '이번에는 휴대폰 확인이 필요합니다. 휴대폰 번호로 로그인해 주세요.',
});
