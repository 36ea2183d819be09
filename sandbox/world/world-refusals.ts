import { refusal } from '../../workers/core/protocol/errors.ts';

export const faulty_seed = /* @__PURE__ */ refusal('faulty_seed', 400, 'invalid_request', {
  en: 'The seed is not valid: {item} {value}.',
  ko: '시드가 올바르지 않습니다. {item}: {value}.',
});
export const host_not_allowed = /* @__PURE__ */ refusal('host_not_allowed', 404, 'not_found', {
  en: 'This local environment responds only at localhost, but the request was for {value}. Start plid sandbox with: --allow-host {value}',
  ko: '이 로컬 환경은 localhost로만 접속할 수 있습니다. {value}에서도 접속하려면 plid sandbox를 --allow-host {value} 옵션으로 시작해 주세요.',
});
export const unknown_caller = /* @__PURE__ */ refusal('unknown_caller', 404, 'not_found', {
  en: 'A page of another site may have sent this request. Send it to the port of npm start, or with the header Sec-Fetch-Site: none.',
  ko: '다른 사이트의 페이지에서 보낸 요청일 수 있습니다. npm start의 포트로 보내거나, Sec-Fetch-Site: none 헤더와 함께 보내 주세요.',
});
