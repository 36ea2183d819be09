import { refusal } from './errors.ts';

/**
 * Refusals that every worker, or both service and gateway, may return, as defined by §5, §7, and RFC 6749.
 * Refusals that only one half returns are in that half's own table. The log contains the `reason`, and the
 * response contains the text in the language of the request. The comments are cause and fix (docs/reference/errors.md).
 */

/**
 * A required parameter is missing or empty. Send the item in the message. Some libraries omit `state` by
 * default.
 */
export const missing_item = /* @__PURE__ */ refusal('missing_item', 400, 'invalid_request', {
  en: 'The required item {item} is missing.',
  ko: '필수 항목 {item}이(가) 없습니다.',
});
/**
 * The item is repeated, malformed, or differs between query and form. For `flow`, the sign-in is over: start
 * again.
 */
export const invalid_item = /* @__PURE__ */ refusal('invalid_item', 400, 'invalid_request', {
  en: 'The value of {item} is not valid.',
  ko: '{item} 값이 올바르지 않습니다.',
});
/** The body is JSON or has another type. Set the header in the message. */
export const not_a_form = /* @__PURE__ */ refusal('not_a_form', 400, 'invalid_request', {
  en: 'The value of Content-Type is not valid. Send application/x-www-form-urlencoded.',
  ko: 'Content-Type 값이 올바르지 않습니다. application/x-www-form-urlencoded로 보내 주세요.',
});
/** `state` or the body is too long. Store your data yourself, and send a short key as `state`. */
export const too_long = /* @__PURE__ */ refusal('too_long', 400, 'invalid_request', {
  en: 'The value of {item} is not valid because it is too long. Send at most {value} bytes, counted in encoded form.',
  ko: '{item} 값이 올바르지 않습니다. 너무 깁니다. 전송되는 그대로 최대 {value}바이트까지 보낼 수 있습니다.',
});
/** The request used plain http. Use `https://`. */
export const insecure_transport = /* @__PURE__ */ refusal('insecure_transport', 400, 'invalid_request', {
  en: 'This address is available only over https.',
  ko: 'https로만 접속할 수 있는 주소입니다.',
});
/**
 * The `code_verifier` does not belong to the challenge of this sign-in. Store one verifier with each `state`.
 */
export const wrong_verifier = /* @__PURE__ */ refusal('wrong_verifier', 400, 'invalid_grant', {
  en: 'Invalid authorization code: the code_verifier does not match the code.',
  ko: '인가 코드가 올바르지 않습니다. code_verifier가 이 코드와 일치하지 않습니다.',
});
/**
 * The redirect URI differs from the registered ones, which are compared as strings. Register it with
 * `applications update --redirect-uri`, or at a gateway in `OPENID_CLIENTS`.
 */
export const unregistered_redirect = /* @__PURE__ */ refusal('unregistered_redirect', 400, 'invalid_grant', {
  en: 'The redirect address {value} matches none of the registered addresses.',
  ko: '리다이렉트 주소 {value}이(가) 등록된 주소와 일치하지 않습니다.',
});
/** There are no refresh tokens and no client credentials grant. Send `grant_type=authorization_code`. */
export const unsupported_grant_type = /* @__PURE__ */ refusal(
  'unsupported_grant_type',
  400,
  'unsupported_grant_type',
  {
    en: 'The value of grant_type is not supported. Send authorization_code.',
    ko: '지원하지 않는 grant_type입니다. authorization_code를 보내 주세요.',
  },
);
/**
 * A code of OpenID Connect works once, for 60 seconds, with the `redirect_uri` and `code_verifier` of its
 * request. Other codes go to `/oauth2/token`.
 */
export const refused_code = /* @__PURE__ */ refusal('refused_code', 400, 'invalid_grant', {
  en: 'Invalid authorization code: it is unknown, used, or expired, or was issued for another request.',
  ko: '인가 코드가 올바르지 않습니다. 존재하지 않거나, 이미 사용했거나, 만료되었거나, 다른 요청에 발급된 코드입니다.',
});
/** The user went back, denied, or took too long. `plid_reason` says which. Offer to sign in again. */
export const access_denied = /* @__PURE__ */ refusal('access_denied', 400, 'invalid_request', {
  en: 'The sign-in was cancelled or denied.',
  ko: '로그인이 취소되었거나 거절되었습니다.',
});
/** `prompt=none`, but no automatic login is possible. Start again without `prompt`, or with `prompt=login`. */
export const login_required = /* @__PURE__ */ refusal('login_required', 400, 'invalid_request', {
  en: 'The user must sign in.',
  ko: '로그인이 필요합니다.',
});
/** The address has no `client_id`. Add it. */
export const missing_client = /* @__PURE__ */ refusal('missing_client', 400, 'invalid_client', {
  en: 'A client id must be provided.',
  ko: '클라이언트 ID가 필요합니다.',
});
/**
 * No application has this `client_id` here: it is mistyped, deleted, or registered at another service. Compare
 * `npx plid-admin applications list`.
 */
export const unknown_client = /* @__PURE__ */ refusal('unknown_client', 400, 'invalid_client', {
  en: 'Bad client credentials.',
  ko: '클라이언트 인증 정보가 올바르지 않습니다.',
});
/** As `bad_credentials`, with credentials in form fields. */
export const bad_client_fields = /* @__PURE__ */ refusal('bad_client_fields', 400, 'invalid_client', {
  en: 'Bad client credentials.',
  ko: '클라이언트 인증 정보가 올바르지 않습니다.',
});
/** The request has no client credentials. Send them with HTTP Basic. */
export const missing_credentials = /* @__PURE__ */ refusal('missing_credentials', 401, 'invalid_client', {
  en: 'A client id must be provided.',
  ko: '클라이언트 ID가 필요합니다.',
});
/** The client secret is mistyped, has trailing whitespace, was retired, or belongs to another application. */
export const bad_credentials = /* @__PURE__ */ refusal('bad_credentials', 401, 'invalid_client', {
  en: 'Bad client credentials.',
  ko: '클라이언트 인증 정보가 올바르지 않습니다.',
});
/**
 * The token is unknown, expired, or has ended. Read the user right after the exchange. At operator APIs, check
 * the operator token.
 */
export const authentication_failed = /* @__PURE__ */ refusal(
  'authentication_failed',
  401,
  'authentication_failed',
  {
    en: 'Authentication failed. Check the token in the Authorization header.',
    ko: '인증에 실패했습니다. Authorization 헤더의 토큰을 확인해 주세요.',
  },
);
/** There is no such address. Check for a missing `/v1` or a trailing slash. */
export const not_found = /* @__PURE__ */ refusal('not_found', 404, 'not_found', {
  en: 'The requested API address is invalid.',
  ko: '요청한 API 주소가 올바르지 않습니다.',
});
/** The response header `Allow` lists the methods. */
export const method_not_allowed = /* @__PURE__ */ refusal('method_not_allowed', 405, 'method_not_allowed', {
  en: 'This HTTP method is not supported here.',
  ko: '지원하지 않는 HTTP 메서드입니다.',
});
/**
 * A limit was reached, which `cause` in the log names. Wait for `Retry-After`. To raise it, see
 * [limits](limits.md).
 */
export const too_many_requests = /* @__PURE__ */ refusal('too_many_requests', 429, 'server_error', {
  en: 'Too many requests. Try again later.',
  ko: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
});
/**
 * A bug. A retry does not help. Report the `cause` of the log line and the output of `npx plid-admin source`.
 */
export const internal = /* @__PURE__ */ refusal('internal', 500, 'server_error', {
  en: 'A temporary error occurred. Try again later.',
  ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
});
/**
 * A setting is missing or malformed, or `PHONE_KEY` differs from the other workers. Fix what the message names,
 * and deploy.
 */
export const settings = /* @__PURE__ */ refusal('settings', 500, 'server_error', {
  en: 'This worker is not set up. Fix these settings: {settings}',
  ko: '워커 설정이 완료되지 않았습니다. 다음 설정을 수정해 주세요: {settings}',
});
/**
 * KV, a Durable Object, a carrier, or your application behind the guard fails. The log's `cause` says which.
 * Wait for `Retry-After`.
 */
export const unavailable = /* @__PURE__ */ refusal('unavailable', 503, 'server_error', {
  en: 'A temporary error occurred. Try again later.',
  ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
});
/** Each access to a user's data is recorded with its reason. Send `reason`, or add `--reason`. */
export const missing_reason = /* @__PURE__ */ refusal('missing_reason', 400, 'invalid_request', {
  en: 'The required item reason is missing. Send the reason for this access, such as ticket 4711. In plid-admin, add: --reason "ticket 4711"',
  ko: '필수 항목 reason이(가) 없습니다. 조회하거나 삭제하는 사유를 보내 주세요(예: 문의 4711). plid-admin에서는 다음 옵션을 추가해 주세요: --reason "문의 4711"',
});
/**
 * The access records are not available. After an upgrade, deploy the objects' worker too. The log's `cause` says
 * what failed.
 */
export const access_not_recorded = /* @__PURE__ */ refusal('access_not_recorded', 503, 'server_error', {
  en: 'This access could not be recorded, so nothing was returned or changed. Try again later.',
  ko: '접속기록을 남기지 못해 조회하거나 변경하지 않았습니다. 잠시 후 다시 시도해 주세요.',
});
