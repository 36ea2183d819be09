import { refusal } from '../../core/protocol/errors.ts';

/** Errors of the operator's API. */
export const unacceptable_callback = /* @__PURE__ */ refusal(
  'unacceptable_callback',
  400,
  'invalid_request',
  {
    en: 'The callback address {value} cannot be registered. It needs https (or http on this machine), its plain spelling, and no fragment, user name, wildcard or invisible character. Its query must not be empty, nor hold what the service adds to it: code, state, error, error_description, message.',
    ko: '콜백 주소 {value}을(를) 등록할 수 없습니다. https(이 기기의 주소는 http도 가능)로 시작하는 표준 표기여야 하며, 프래그먼트, 사용자 이름, 와일드카드, 보이지 않는 문자를 넣을 수 없습니다. 쿼리는 비어 있거나, 서비스가 덧붙이는 code, state, error, error_description, message를 포함할 수 없습니다.',
  },
);
export const unacceptable_events = /* @__PURE__ */ refusal('unacceptable_events', 400, 'invalid_request', {
  en: 'Events cannot be sent to {value}. The address needs https (or http on this machine), its plain spelling, and no fragment, user name, wildcard or invisible character.',
  ko: '{value}(으)로 이벤트를 보낼 수 없습니다. https(이 기기의 주소는 http도 가능)로 시작하는 표준 표기여야 하며, 프래그먼트, 사용자 이름, 와일드카드, 보이지 않는 문자를 넣을 수 없습니다.',
});
export const loopback_address = /* @__PURE__ */ refusal('loopback_address', 400, 'invalid_request', {
  en: 'The address {value} is on the caller’s own machine, and this service is deployed. If that is intended, send allow_loopback: true.',
  ko: '{value}은(는) 호출하는 기기 자신의 주소인데, 이 서비스는 배포된 서비스입니다. 의도한 것이라면 allow_loopback: true를 보내 주세요.',
});
export const events_not_set_up = /* @__PURE__ */ refusal('events_not_set_up', 400, 'invalid_request', {
  en: 'This service cannot sign events, since it has no EVENT_KEY. Deploy it again: the deployment makes one.',
  ko: '이 서비스에는 EVENT_KEY가 없어 이벤트에 서명할 수 없습니다. 다시 배포하면 키가 만들어집니다.',
});
export const openid_not_set_up = /* @__PURE__ */ refusal('openid_not_set_up', 400, 'invalid_request', {
  en: 'This service has no OpenID Connect, since it has no OPENID_KEY. Deploy it again: the deployment makes one.',
  ko: '이 서비스에는 OPENID_KEY가 없어 OpenID Connect를 쓸 수 없습니다. 다시 배포하면 키가 만들어집니다.',
});
export const unreadable = /* @__PURE__ */ refusal('unreadable', 400, 'invalid_request', {
  en: 'The value of {item} is not valid: it needs a letter or digit, single plain spaces between words, and no invisible character or pile of marks.',
  ko: '{item} 값이 올바르지 않습니다. 글자나 숫자가 있어야 하고, 단어 사이에는 일반 공백 하나만 쓸 수 있으며, 보이지 않는 문자나 겹겹이 쌓인 부호를 넣을 수 없습니다.',
});
export const missing_recipient = /* @__PURE__ */ refusal('missing_recipient', 400, 'invalid_request', {
  en: 'The required item recipient is missing. Write who receives the data: the legal name of the company, such as 주식회사 책방.',
  ko: '필수 항목 recipient이(가) 없습니다. 개인정보를 제공받는 자를 회사의 법적 명칭으로 적어 주세요(예: 주식회사 책방).',
});
export const missing_purpose = /* @__PURE__ */ refusal('missing_purpose', 400, 'invalid_request', {
  en: 'The required item purpose is missing. Write in Korean what the data is used for, such as 회원 식별과 주문 배송; the same in English goes to purpose_en.',
  ko: '필수 항목 purpose이(가) 없습니다. 개인정보의 이용 목적을 적어 주세요(예: 회원 식별과 주문 배송). 영어로는 purpose_en에 적습니다.',
});
export const missing_retention = /* @__PURE__ */ refusal('missing_retention', 400, 'invalid_request', {
  en: 'The required item retention is missing. Write in Korean how long the data is kept, such as 회원 탈퇴 후 30일까지; the same in English goes to retention_en.',
  ko: '필수 항목 retention이(가) 없습니다. 개인정보의 보유 및 이용 기간을 적어 주세요(예: 회원 탈퇴 후 30일까지). 영어로는 retention_en에 적습니다.',
});
export const missing_privacy_url = /* @__PURE__ */ refusal('missing_privacy_url', 400, 'invalid_request', {
  en: 'The required item privacy_url is missing. Write the address of the application’s privacy notice, such as https://books.example.com/privacy.',
  ko: '필수 항목 privacy_url이(가) 없습니다. 애플리케이션의 개인정보 처리방침 주소를 적어 주세요(예: https://books.example.com/privacy).',
});
export const unacceptable_address = /* @__PURE__ */ refusal('unacceptable_address', 400, 'invalid_request', {
  en: 'The value of {item} is not valid. It needs the address of a page, as a browser spells it: https (or http on this machine), without a user name.',
  ko: '{item} 값이 올바르지 않습니다. 브라우저가 표기하는 그대로의 페이지 주소가 필요합니다. https(이 기기의 주소는 http도 가능)로 시작하고 사용자 이름이 없어야 합니다.',
});
export const optional_not_asked = /* @__PURE__ */ refusal('optional_not_asked', 400, 'invalid_request', {
  en: 'The value of optional is not valid: {value} is not among the attributes of the application.',
  ko: 'optional 값이 올바르지 않습니다. {value}은(는) 애플리케이션의 attributes에 없습니다.',
});
export const name_taken = /* @__PURE__ */ refusal('name_taken', 400, 'invalid_request', {
  en: 'Another application ({value}) has a name that looks the same. Choose another one, or send same_name: true if that is meant.',
  ko: '이름이 같아 보이는 애플리케이션({value})이 이미 있습니다. 다른 이름을 쓰거나, 의도한 것이라면 same_name: true를 보내 주세요.',
});
export const client_id_taken = /* @__PURE__ */ refusal('client_id_taken', 500, 'server_error', {
  en: 'A temporary error occurred. Try again later.',
  ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
});
export const application_exists = /* @__PURE__ */ refusal('application_exists', 400, 'invalid_request', {
  en: 'This application exists already. To replace it with what is imported, send replace: true.',
  ko: '이미 있는 애플리케이션입니다. 가져오는 내용으로 바꾸려면 replace: true를 보내 주세요.',
});
export const application_deleted = /* @__PURE__ */ refusal('application_deleted', 400, 'invalid_request', {
  en: 'This application was deleted here. A deleted application does not come back: register it anew.',
  ko: '여기에서 삭제된 애플리케이션입니다. 삭제한 것은 되돌릴 수 없으니 새로 등록해 주세요.',
});
export const sealed_elsewhere = /* @__PURE__ */ refusal('sealed_elsewhere', 400, 'invalid_request', {
  en: 'The secrets of this application are sealed under a key that is not in KEYS here. Add the KEYS of the service that it was exported from.',
  ko: '이 애플리케이션의 시크릿이 여기 KEYS에 없는 키로 암호화되어 있습니다. 내보낸 서비스의 KEYS를 추가해 주세요.',
});
export const changed_meanwhile = /* @__PURE__ */ refusal('changed_meanwhile', 412, 'invalid_request', {
  en: 'The application has been changed since the version that If-Match names. Look at it again, then repeat what is still meant.',
  ko: 'If-Match의 버전 이후 애플리케이션이 변경되었습니다. 다시 확인한 뒤 필요한 변경을 다시 요청해 주세요.',
});
export const secrets_full = /* @__PURE__ */ refusal('secrets_full', 400, 'invalid_request', {
  en: 'Two secrets of this application are live already. Retire the older one first.',
  ko: '이 애플리케이션에는 이미 유효한 시크릿이 두 개 있습니다. 먼저 이전 시크릿을 폐기해 주세요.',
});
export const secret_in_use = /* @__PURE__ */ refusal('secret_in_use', 400, 'invalid_request', {
  en: 'This is the current secret of the application. Rotate first, then retire the older one.',
  ko: '애플리케이션이 현재 쓰는 시크릿입니다. 먼저 새 시크릿을 발급한 뒤 이전 시크릿을 폐기해 주세요.',
});
