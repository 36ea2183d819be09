import type { LogField } from '../../workers/core/worker/log-fields.ts';
import type { Texts } from './page.ts';

/** Fields of every request's line. */
const requestFields = {
  level: '`info`, `warn`, `error`(결함이나 장애)',
  release: 'plid의 릴리스',
  worker: '워커. 예: `service-token`',
  request: '요청 ID. `X-Request-Id`와 오류 페이지에도 표시. Cloudflare에서는 Ray ID, 그 밖에서는 임의의 값',
  sign_in: '로그인 ID(11자). 서비스, 게이트웨이, 통신사의 로그와 페이지에 같은 값을 사용',
  method: 'HTTP 메서드',
  route: '주소가 아닌 라우트의 패턴',
  status: '응답 또는 전달의 상태 코드',
  milliseconds: '걸린 시간(밀리초)',
  client_id: '애플리케이션 또는 RP',
  events: '요청의 이벤트. 값은 각각 1',
  review: '심사 계정이면 `true`',
} satisfies Partial<Record<LogField, string>>;

/** Fields about a refusal or fault. */
const faultFields = {
  error: '응답의 `error`(§7)',
  reason: '정확한 사유. [오류 응답](errors.md)의 이름',
  cause: '실패의 종류와 발생한 위치(메시지는 제외), 또는 도달한 제한',
  ending: '로그인이 끝난 이유',
  operation: '실패했거나 발견한 작업',
  issuer: '`missing` 또는 `other`. 콜백의 `iss`(`flow_mismatch`)',
  returned: 'RP의 콜백에 전달한 `error`',
  upstream_request: '서비스 응답의 요청 ID',
  left_out: '서비스의 응답에서 형식이 잘못되어 제외한 필드',
  stale: '`true`이면 KV에 장애가 있어 애플리케이션의 이전 사본을 사용',
  copied: '`false`이면 KV에 애플리케이션의 사본을 쓰지 못함',
  listed: '`false`이면 운영자의 미전달 이벤트 목록을 쓰지 못함',
  stated: '`false`이면 애플리케이션의 이전 조건을 읽지 못함',
  cancelled: '`false`이면 번호의 객체에 로그인 취소를 기록하지 못함',
  vendor_code: '어댑터가 연결하는 회사의 오류 코드',
  without: 'Worker 하나로 배포한 게이트웨이에 없는 요청 제한',
  failed_page: '버그: 오류 페이지를 만들지 못해 JSON으로 응답',
  failed_line: '버그: 로그 줄의 나머지를 쓰지 못함',
} satisfies Partial<Record<LogField, string>>;

/** Fields about carriers. */
const carrierFields = {
  carrier: '`S`, `K`, `L`. 화면에서 선택한 통신사',
  call: '통신사 호출',
  carrier_milliseconds: '통신사 호출에 걸린 시간(밀리초)',
  fault: '통신사 응답의 문제',
  fields: '통신사 응답에서 형식이 잘못된 필드',
  expired_after: '통신사가 너무 일찍 만료되었다고 응답한 요청의 나이(초). 시계가 맞지 않음',
  not_shown: '휴대폰에 표시했다고 통신사가 응답하지 않은 항목',
  reached: '`false`이면 통신사의 토큰으로 다른 통신사의 번호를 지정',
} satisfies Partial<Record<LogField, string>>;

/** Fields of users, operators, and events. */
const eventFields = {
  person: '사용자의 가명. `KEYS`의 현재 키 ID와 `plid`의 HMAC. `KEYS`를 교체하면 바뀜',
  token: '운영자나 통신사의 토큰 이름',
  by: '`phoneNo` 또는 `plid`. 운영자가 사용자를 지정한 방법',
  access_reason: '운영자가 적은 사유',
  automatic: '자동 로그인이면 `Y`',
  sessions: '종료한 세션의 수',
  disconnected: '`before`이면 서비스에서 이미 연결을 끊음',
  risk: '위험 판단',
  inputs: '위험 판단에 쓴 항목의 이름',
  kind: '이벤트의 세부 종류',
  secret: '클라이언트 시크릿의 ID',
  changed: '변경한 필드의 이름',
} satisfies Partial<Record<LogField, string>>;

/** Fields of deliveries: events to applications, and logout_tokens. */
const deliveryFields = {
  security_event: '전달한 이벤트의 종류. 게이트웨이에서는 `taken` 또는 `ignored`',
  jti: '전달한 토큰의 ID',
  attempt: '시도 횟수',
  outcome: '`delivered`, `failed`, `refused`, `given up`',
} satisfies Partial<Record<LogField, string>>;

interface Group {
  title: Texts;
  fields: Record<string, string>;
}

/** Every field of the log in Korean, by group. */
export const logFieldGroups: readonly Group[] = [
  { title: { en: 'Every request', ko: '모든 요청' }, fields: requestFields },
  { title: { en: 'Refusals and faults', ko: '거절과 장애' }, fields: faultFields },
  { title: { en: 'Carriers', ko: '통신사' }, fields: carrierFields },
  { title: { en: 'Users, operators, and events', ko: '사용자, 운영자, 이벤트' }, fields: eventFields },
  { title: { en: 'Deliveries', ko: '전달' }, fields: deliveryFields },
];

/** TypeScript reports here each field without a text. */
({ ...requestFields, ...faultFields, ...carrierFields, ...eventFields, ...deliveryFields }) satisfies Record<
  LogField,
  string
>;
