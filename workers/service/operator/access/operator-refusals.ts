import { refusal } from '../../../core/protocol/errors.ts';

/** Errors of the operator's API, each with its cause and fix as a comment (docs/reference/errors.md). */

/** Correct the address as the message says. */
export const unacceptable_callback = /* @__PURE__ */ refusal(
  'unacceptable_callback',
  400,
  'invalid_request',
  {
    en: 'The callback address {value} cannot be registered. Use https (http only on this machine) in its normalized form, without a fragment, user name, wildcard, or invisible character. Its query must not be empty or contain what the service adds: code, state, error, error_description, message.',
    ko: '콜백 URL {value}을(를) 등록할 수 없습니다. https(이 기기의 주소는 http도 가능)로 시작하는 표준 표기여야 하며, 프래그먼트, 사용자 이름, 와일드카드, 보이지 않는 문자를 포함할 수 없습니다. 빈 쿼리와 서비스가 추가하는 code, state, error, error_description, message도 사용할 수 없습니다.',
  },
);
/** Correct the address as the message says. */
export const unacceptable_events = /* @__PURE__ */ refusal('unacceptable_events', 400, 'invalid_request', {
  en: 'Events cannot be sent to {value}. Use https (http only on this machine) in its normalized form, without a fragment, user name, wildcard, or invisible character.',
  ko: '{value}(으)로 이벤트를 보낼 수 없습니다. https(이 기기의 주소는 http도 가능)로 시작하는 표준 표기여야 하며, 프래그먼트, 사용자 이름, 와일드카드, 보이지 않는 문자를 포함할 수 없습니다.',
});
/** Register an https address. For a test with a deployed service, add `--allow-loopback`. */
export const loopback_address = /* @__PURE__ */ refusal('loopback_address', 400, 'invalid_request', {
  en: 'The address {value} is on the caller’s own machine, but this service is deployed. If this is intended, send allow_loopback: true.',
  ko: '{value}은(는) 호출하는 기기 자신을 가리키는 주소인데, 이 서비스는 배포되어 있습니다. 의도한 주소라면 allow_loopback: true를 보내 주세요.',
});
/** Run `npx plid-admin deploy service`, which creates the key. */
export const events_not_set_up = /* @__PURE__ */ refusal('events_not_set_up', 400, 'invalid_request', {
  en: 'This service cannot sign events because EVENT_KEY is not set. Deploy the service again to create the key.',
  ko: 'EVENT_KEY가 없어 이벤트에 서명할 수 없습니다. 서비스를 다시 배포하면 키가 생성됩니다.',
});
/** Run `npx plid-admin deploy service`, which creates the keys. */
export const openid_not_set_up = /* @__PURE__ */ refusal('openid_not_set_up', 400, 'invalid_request', {
  en: 'OpenID Connect is not available because OPENID_KEY is not set. Deploy the service again to create the key.',
  ko: 'OPENID_KEY가 없어 OpenID Connect를 사용할 수 없습니다. 서비스를 다시 배포하면 키가 생성됩니다.',
});
/** The text contains invisible characters, often because it was copied from a document. Type it again. */
export const unreadable = /* @__PURE__ */ refusal('unreadable', 400, 'invalid_request', {
  en: 'The value of {item} is not valid. It must contain a letter or digit, with single spaces between words, and no invisible characters or stacked marks.',
  ko: '{item} 값이 올바르지 않습니다. 글자나 숫자를 포함하고 단어 사이에는 공백을 하나만 넣어 주세요. 보이지 않는 문자나 겹쳐 쌓은 부호는 사용할 수 없습니다.',
});
/** Type the word again. A copied word may contain letters of another script that look the same. */
export const mixed_scripts = /* @__PURE__ */ refusal('mixed_scripts', 400, 'invalid_request', {
  en: 'The value of {item} is not valid. {value} mixes Latin letters with Cyrillic or Greek ones that look alike. Type each word in one script.',
  ko: '{item} 값이 올바르지 않습니다. {value}에 라틴 문자와, 모양이 비슷한 키릴 문자나 그리스 문자가 섞여 있습니다. 한 단어는 한 가지 문자로 입력해 주세요.',
});
/** Add `--recipient`. */
export const missing_recipient = /* @__PURE__ */ refusal('missing_recipient', 400, 'invalid_request', {
  en: 'The required item recipient is missing. Send the legal name of the company that receives the data, such as 주식회사 책방.',
  ko: '필수 항목 recipient이(가) 없습니다. 개인정보를 제공받는 회사의 법적 명칭을 보내 주세요(예: 주식회사 책방).',
});
/** Add `--purpose`. */
export const missing_purpose = /* @__PURE__ */ refusal('missing_purpose', 400, 'invalid_request', {
  en: 'The required item purpose is missing. Send the purpose of use in Korean, such as 회원 식별과 주문 배송. Send the English text as purpose_en.',
  ko: '필수 항목 purpose이(가) 없습니다. 개인정보의 이용 목적을 보내 주세요(예: 회원 식별과 주문 배송). 영어 문구는 purpose_en으로 보내 주세요.',
});
/** Add `--retention`. */
export const missing_retention = /* @__PURE__ */ refusal('missing_retention', 400, 'invalid_request', {
  en: 'The required item retention is missing. Send the retention period in Korean, such as 회원 탈퇴 후 30일까지. Send the English text as retention_en.',
  ko: '필수 항목 retention이(가) 없습니다. 개인정보의 보유·이용 기간을 보내 주세요(예: 회원 탈퇴 후 30일까지). 영어 문구는 retention_en으로 보내 주세요.',
});
/** Add `--privacy-url`. */
export const missing_privacy_url = /* @__PURE__ */ refusal('missing_privacy_url', 400, 'invalid_request', {
  en: 'The required item privacy_url is missing. Send the address of the application’s privacy notice, such as https://books.example.com/privacy.',
  ko: '필수 항목 privacy_url이(가) 없습니다. 애플리케이션의 개인정보 처리방침 주소를 보내 주세요(예: https://books.example.com/privacy).',
});
/** Write the address as a browser shows it. */
export const unacceptable_address = /* @__PURE__ */ refusal('unacceptable_address', 400, 'invalid_request', {
  en: 'The value of {item} is not valid. Send a page address as a browser shows it: https (http only on this machine), without a user name.',
  ko: '{item} 값이 올바르지 않습니다. 브라우저 주소창에 표시되는 페이지 주소를 보내 주세요. https(이 기기의 주소는 http도 가능)로 시작하고 사용자 이름이 없어야 합니다.',
});
/** Add the attribute to `--attributes` too, or remove it from `--optional`. */
export const optional_not_asked = /* @__PURE__ */ refusal('optional_not_asked', 400, 'invalid_request', {
  en: 'The value of optional is not valid. {value} is not one of the application’s attributes.',
  ko: 'optional 값이 올바르지 않습니다. {value}은(는) 애플리케이션의 attributes에 없습니다.',
});
/** Choose another name. For the app and the website of one shop, add `--same-name`. */
export const name_taken = /* @__PURE__ */ refusal('name_taken', 400, 'invalid_request', {
  en: 'Another application ({value}) has a name that looks the same. Choose another name, or send same_name: true if this is intended.',
  ko: '같아 보이는 이름의 애플리케이션({value})이 이미 있습니다. 다른 이름을 사용하거나, 의도한 이름이라면 same_name: true를 보내 주세요.',
});
/** The random client ID already exists. Run the command again. */
export const client_id_taken = /* @__PURE__ */ refusal('client_id_taken', 500, 'server_error', {
  en: 'A temporary error occurred. Try again later.',
  ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
});
/** If you want to replace the application, add `--replace` to the import. */
export const application_exists = /* @__PURE__ */ refusal('application_exists', 400, 'invalid_request', {
  en: 'This application already exists. To replace it with the imported one, send replace: true.',
  ko: '이미 있는 애플리케이션입니다. 가져온 내용으로 바꾸려면 replace: true를 보내 주세요.',
});
/** Register the application again. It gets another client ID. */
export const application_deleted = /* @__PURE__ */ refusal('application_deleted', 400, 'invalid_request', {
  en: 'This application was deleted here and cannot be restored. Register it as a new application.',
  ko: '이 서비스에서 삭제된 애플리케이션이며 복원할 수 없습니다. 새 애플리케이션으로 등록해 주세요.',
});
/** Copy the former service's `KEYS` to the secrets file, deploy, and import again. */
export const sealed_elsewhere = /* @__PURE__ */ refusal('sealed_elsewhere', 400, 'invalid_request', {
  en: 'The secrets of this application are encrypted with a key that is not in the KEYS of this service. Add the KEYS of the service that exported the application.',
  ko: '이 애플리케이션의 시크릿은 이 서비스의 KEYS에 없는 키로 암호화되어 있습니다. 내보낸 서비스의 KEYS를 추가해 주세요.',
});
/** Another operator has changed the application. Run `applications show`, and decide again. */
export const changed_meanwhile = /* @__PURE__ */ refusal('changed_meanwhile', 412, 'invalid_request', {
  en: 'The application has changed since the version in If-Match. Read it again, then repeat the change.',
  ko: 'If-Match의 버전 이후 애플리케이션이 변경되었습니다. 다시 조회한 뒤 변경을 요청해 주세요.',
});
/** Retire the older secret with `applications retire`. */
export const secrets_full = /* @__PURE__ */ refusal('secrets_full', 400, 'invalid_request', {
  en: 'This application already has two valid secrets. Retire the older one first.',
  ko: '이 애플리케이션에는 이미 유효한 시크릿이 두 개 있습니다. 먼저 이전 시크릿을 폐기해 주세요.',
});
/** Run `applications rotate` first. */
export const secret_in_use = /* @__PURE__ */ refusal('secret_in_use', 400, 'invalid_request', {
  en: 'This is the application’s current secret. Rotate the secret first, then retire the older one.',
  ko: '애플리케이션에서 현재 사용하는 시크릿입니다. 먼저 새 시크릿을 발급한 뒤 이전 시크릿을 폐기해 주세요.',
});
/** Choose another `--until`. */
export const reviewer_period = /* @__PURE__ */ refusal('reviewer_period', 400, 'invalid_request', {
  en: 'The value of ends is not valid. A reviewer’s period must end in the future, and within 90 days.',
  ko: 'ends 값이 올바르지 않습니다. 심사 계정의 종료 시각은 지금보다 뒤이고 90일 이내여야 합니다.',
});
/** Run `reviewers list`, then `reviewers remove`. */
export const reviewers_full = /* @__PURE__ */ refusal('reviewers_full', 400, 'invalid_request', {
  en: 'This application already has five reviewers. Remove one first.',
  ko: '이 애플리케이션에는 이미 심사 계정이 다섯 개 있습니다. 먼저 하나를 삭제해 주세요.',
});
