import type { LogField } from '../../workers/core/worker/log-fields.ts';
import type { Texts } from './page.ts';

/** Fields of every request's line. */
const requestFields = {
  level: {
    en: '`info`, `warn`, or `error` (a fault or an outage)',
    ko: '`info`, `warn`, `error`(결함이나 장애)',
  },
  release: { en: 'Release of plid', ko: 'plid의 릴리스' },
  worker: { en: 'Worker, such as `service-token`', ko: '워커. 예: `service-token`' },
  request: {
    en: 'Request ID, as in `X-Request-Id` and on error pages: the Ray ID, or random outside Cloudflare',
    ko: '요청 ID. `X-Request-Id`와 오류 페이지에도 표시. Cloudflare에서는 Ray ID, 그 밖에서는 임의의 값',
  },
  sign_in: {
    en: 'Sign-in ID of 11 characters, in the lines of service, gateway, and carrier, and on the pages',
    ko: '로그인 ID(11자). 서비스, 게이트웨이, 통신사의 로그와 페이지에 같은 값을 사용',
  },
  method: { en: 'HTTP method', ko: 'HTTP 메서드' },
  route: { en: 'Pattern of the route, not the address', ko: '주소가 아닌 라우트의 패턴' },
  status: { en: 'Status of the response, or of a delivery', ko: '응답 또는 전달의 상태 코드' },
  milliseconds: { en: 'Duration', ko: '걸린 시간(밀리초)' },
  client_id: { en: 'Application, or relying party', ko: '애플리케이션 또는 RP' },
  events: { en: 'Events of the request, each with the value 1', ko: '요청의 이벤트. 값은 각각 1' },
  review: { en: '`true` for a store reviewer', ko: '심사 계정이면 `true`' },
} satisfies Partial<Record<LogField, Texts>>;

/** Fields about a refusal or fault. */
const faultFields = {
  error: { en: '`error` of the response (§7)', ko: '응답의 `error`(§7)' },
  reason: {
    en: 'Exact reason, listed in [errors](errors.md)',
    ko: '정확한 사유. [오류 응답](errors.md)의 이름',
  },
  cause: {
    en: 'Kind of the failure and where it was thrown, never its message; or the limit that was reached',
    ko: '실패의 종류와 발생한 위치(메시지는 제외), 또는 도달한 제한',
  },
  ending: { en: 'Why a sign-in has ended', ko: '로그인이 끝난 이유' },
  operation: { en: 'What failed or was noticed', ko: '실패했거나 발견한 작업' },
  issuer: {
    en: '`missing` or `other`: `iss` of the callback (`flow_mismatch`)',
    ko: '`missing` 또는 `other`. 콜백의 `iss`(`flow_mismatch`)',
  },
  returned: {
    en: '`error` that a relying party received in its callback',
    ko: 'RP의 콜백에 전달한 `error`',
  },
  upstream_request: { en: "Request ID of the service's response", ko: '서비스 응답의 요청 ID' },
  left_out: {
    en: "Fields of the service's response with a wrong type, which were left out",
    ko: '서비스의 응답에서 형식이 잘못되어 제외한 필드',
  },
  stale: {
    en: '`true`: an old copy of the application was used because KV failed',
    ko: '`true`이면 KV에 장애가 있어 애플리케이션의 이전 사본을 사용',
  },
  copied: {
    en: '`false`: the copy of an application in KV could not be written',
    ko: '`false`이면 KV에 애플리케이션의 사본을 쓰지 못함',
  },
  listed: {
    en: "`false`: the operator's list of undelivered events could not be written",
    ko: '`false`이면 운영자의 미전달 이벤트 목록을 쓰지 못함',
  },
  stated: {
    en: "`false`: an application's former terms could not be read",
    ko: '`false`이면 애플리케이션의 이전 조건을 읽지 못함',
  },
  cancelled: {
    en: "`false`: the number's object could not record a cancelled sign-in",
    ko: '`false`이면 번호의 객체에 로그인 취소를 기록하지 못함',
  },
  without: {
    en: 'Missing rate limits of a gateway as one Worker',
    ko: 'Worker 하나로 배포한 게이트웨이에 없는 요청 제한',
  },
  failed_page: {
    en: 'Bug: the error page failed, and JSON was sent',
    ko: '버그: 오류 페이지를 만들지 못해 JSON으로 응답',
  },
  failed_line: {
    en: 'Bug: the rest of the line could not be written',
    ko: '버그: 로그 줄의 나머지를 쓰지 못함',
  },
} satisfies Partial<Record<LogField, Texts>>;

/** Fields about carriers. */
const carrierFields = {
  carrier: { en: '`S`, `K`, or `L`, as chosen in the form', ko: '`S`, `K`, `L`. 화면에서 선택한 통신사' },
  call: { en: 'Call to the carrier', ko: '통신사 호출' },
  carrier_milliseconds: { en: 'Duration of the call', ko: '통신사 호출에 걸린 시간(밀리초)' },
  fault: { en: "What was wrong with the carrier's response", ko: '통신사 응답의 문제' },
  fields: {
    en: "Fields of the carrier's response with a wrong type",
    ko: '통신사 응답에서 형식이 잘못된 필드',
  },
  expired_after: {
    en: 'Age of a request that the carrier reported as expired too early, in seconds: a clock is wrong',
    ko: '통신사가 너무 일찍 만료되었다고 응답한 요청의 나이(초). 시계가 맞지 않음',
  },
  not_shown: {
    en: 'What the carrier did not report as shown on the phone',
    ko: '휴대폰에 표시했다고 통신사가 응답하지 않은 항목',
  },
  reached: {
    en: "`false`: a carrier's token named a number of another carrier",
    ko: '`false`이면 통신사의 토큰으로 다른 통신사의 번호를 지정',
  },
} satisfies Partial<Record<LogField, Texts>>;

/** Fields of users, operators, and events. */
const eventFields = {
  person: {
    en: 'Pseudonym of the user: the id of the current key of `KEYS`, and an HMAC of the `plid`. It changes when `KEYS` are rotated',
    ko: '사용자의 가명. `KEYS`의 현재 키 ID와 `plid`의 HMAC. `KEYS`를 교체하면 바뀜',
  },
  token: { en: "Name of the operator's or carrier's token", ko: '운영자나 통신사의 토큰 이름' },
  by: {
    en: '`phoneNo` or `plid`: how an operator named the user',
    ko: '`phoneNo` 또는 `plid`. 운영자가 사용자를 지정한 방법',
  },
  access_reason: { en: "Operator's reason", ko: '운영자가 적은 사유' },
  automatic: { en: '`Y` for an automatic login', ko: '자동 로그인이면 `Y`' },
  sessions: { en: 'Number of ended sessions', ko: '종료한 세션의 수' },
  disconnected: {
    en: '`before`: the service had already disconnected the user',
    ko: '`before`이면 서비스에서 이미 연결을 끊음',
  },
  risk: { en: 'Risk decision', ko: '위험 판단' },
  inputs: { en: 'Names of what the risk decision considered', ko: '위험 판단에 쓴 항목의 이름' },
  kind: { en: 'Kind of the event', ko: '이벤트의 세부 종류' },
  secret: { en: 'ID of a client secret', ko: '클라이언트 시크릿의 ID' },
  changed: { en: 'Names of the changed fields', ko: '변경한 필드의 이름' },
} satisfies Partial<Record<LogField, Texts>>;

/** Fields of deliveries: events to applications, and logout_tokens. */
const deliveryFields = {
  security_event: {
    en: 'Kind of a delivered event; at the gateway, `taken` or `ignored`',
    ko: '전달한 이벤트의 종류. 게이트웨이에서는 `taken` 또는 `ignored`',
  },
  jti: { en: 'ID of the delivered token', ko: '전달한 토큰의 ID' },
  attempt: { en: 'Number of the attempt', ko: '시도 횟수' },
  outcome: {
    en: '`delivered`, `failed`, `refused`, or `given up`',
    ko: '`delivered`, `failed`, `refused`, `given up`',
  },
} satisfies Partial<Record<LogField, Texts>>;

interface Group {
  title: Texts;
  fields: Partial<Record<LogField, Texts>>;
}

/** Every field of the log, by group. */
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
  Texts
>;
