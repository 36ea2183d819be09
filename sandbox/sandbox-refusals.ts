import { refusal } from '../workers/core/protocol/errors.ts';

export const unknown_phone = /* @__PURE__ */ refusal('unknown_phone', 400, 'invalid_request', {
  en: 'No sandbox subscriber has the number {value}. List them with GET /sandbox/subscribers, or add one with POST.',
  ko: '샌드박스에 {value} 번호의 가입자가 없습니다. GET /sandbox/subscribers로 볼 수 있고, POST로 추가할 수 있습니다.',
});
export const reviewers_number = /* @__PURE__ */ refusal('reviewers_number', 400, 'invalid_request', {
  en: '{value} is a number for store reviewers (010-0900-0000 to 010-0999-9999), so it cannot belong to a subscriber. Use another number, such as 01012345678.',
  ko: '{value} 번호는 앱 심사용(010-0900-0000~010-0999-9999)이므로 가입자의 번호가 될 수 없습니다. 01012345678처럼 다른 번호를 사용하세요.',
});
export const unknown_application = /* @__PURE__ */ refusal('unknown_application', 400, 'invalid_request', {
  en: 'No application has the client_id {value}.',
  ko: 'client_id가 {value}인 애플리케이션이 없습니다.',
});
export const not_on_this_machine = /* @__PURE__ */ refusal('not_on_this_machine', 400, 'invalid_request', {
  en: 'The sandbox relay opens only addresses on this machine, such as http://localhost:3000/login.',
  ko: '샌드박스의 중계기는 http://localhost:3000/login처럼 이 컴퓨터의 주소만 엽니다.',
});
export const unknown_code = /* @__PURE__ */ refusal('unknown_code', 400, 'invalid_request', {
  en: 'No sandbox request has this code.',
  ko: '샌드박스에 이 코드의 요청이 없습니다.',
});
export const other_phone = /* @__PURE__ */ refusal('other_phone', 400, 'invalid_request', {
  en: 'This phone cannot open the request. The phone has another carrier or no app, or another phone has already opened the request.',
  ko: '이 휴대폰으로는 요청을 열 수 없습니다. 통신사가 다르거나, 앱이 없거나, 다른 휴대폰이 이미 열었습니다.',
});
export const silent_phone = /* @__PURE__ */ refusal('silent_phone', 400, 'invalid_request', {
  en: 'This subscriber never answers, so the sign-in has not ended. Use a subscriber with the behaviour "waits". This call then approves the request.',
  ko: '이 가입자는 응답하지 않으므로 로그인이 끝나지 않았습니다. waits인 가입자의 요청은 이 호출이 승인합니다.',
});
