import type * as refusals from '../../workers/core/protocol/refusals.ts';
import type { Texts } from './page.ts';

/** Cause and fix of every error that service and gateway share, in the page's order. */
export const coreErrors: Record<keyof typeof refusals, Texts> = {
  access_denied: {
    en: 'The user went back, denied, or took too long. `plid_reason` says which. Offer to sign in again.',
    ko: '사용자가 돌아갔거나, 거절했거나, 시간이 지났습니다. 구체적인 이유는 `plid_reason`에 있습니다. 다시 로그인할 수 있게 안내하세요.',
  },
  login_required: {
    en: '`prompt=none`, but no automatic login is possible. Start again without `prompt`, or with `prompt=login`.',
    ko: '`prompt=none`인데 자동 로그인을 할 수 없습니다. `prompt` 없이, 또는 `prompt=login`으로 다시 시작하세요.',
  },
  missing_item: {
    en: 'A required parameter is missing or empty. Send the item in the message. Some libraries omit `state` by default.',
    ko: '필수 매개변수가 없거나 비어 있습니다. 메시지의 항목을 보내세요. 일부 라이브러리는 기본으로 `state`를 보내지 않습니다.',
  },
  invalid_item: {
    en: 'The item is repeated, malformed, or differs between query and form. For `flow`, the sign-in is over: start again.',
    ko: '항목이 중복되었거나, 형식이 잘못되었거나, 쿼리와 폼의 값이 다릅니다. `flow`라면 끝난 로그인이므로 다시 시작하세요.',
  },
  not_a_form: {
    en: 'The body is JSON or has another type. Set the header in the message.',
    ko: '본문이 JSON이거나 다른 형식입니다. 메시지의 헤더를 설정하세요.',
  },
  too_long: {
    en: '`state` or the body is too long. Store your data yourself, and send a short key as `state`.',
    ko: '`state`나 본문이 너무 깁니다. 데이터는 직접 저장하고 `state`에는 짧은 키를 보내세요.',
  },
  insecure_transport: {
    en: 'The request used plain http. Use `https://`.',
    ko: 'http로 요청했습니다. `https://`를 사용하세요.',
  },
  missing_client: {
    en: 'The address has no `client_id`. Add it.',
    ko: '주소에 `client_id`가 없습니다. 추가하세요.',
  },
  unknown_client: {
    en: 'No application has this `client_id` here: it is mistyped, deleted, or registered at another service. Compare `npx plid-admin applications list`.',
    ko: '이 `client_id`로 등록된 애플리케이션이 없습니다. 오타이거나, 삭제되었거나, 다른 서비스에 등록되었습니다. `npx plid-admin applications list`와 비교하세요.',
  },
  missing_credentials: {
    en: 'The request has no client credentials. Send them with HTTP Basic.',
    ko: '요청에 클라이언트 인증 정보가 없습니다. HTTP Basic으로 보내세요.',
  },
  bad_credentials: {
    en: 'The client secret is mistyped, has trailing whitespace, was retired, or belongs to another application.',
    ko: '클라이언트 시크릿에 오타나 끝 공백이 있거나, 폐기되었거나, 다른 애플리케이션의 시크릿입니다.',
  },
  bad_client_fields: {
    en: 'As `bad_credentials`, with credentials in form fields.',
    ko: '`bad_credentials`와 같으며, 인증 정보를 폼 필드로 보낸 경우입니다.',
  },
  unregistered_redirect: {
    en: 'The redirect URI differs from the registered ones, which are compared as strings. Register it with `applications update --redirect-uri`, or at a gateway in `OPENID_CLIENTS`.',
    ko: '리다이렉트 URI가 등록된 값과 글자까지 같지 않습니다. `applications update --redirect-uri`로, 게이트웨이에서는 `OPENID_CLIENTS`에 등록하세요.',
  },
  wrong_verifier: {
    en: 'The `code_verifier` does not belong to the challenge of this sign-in. Store one verifier with each `state`.',
    ko: '`code_verifier`가 이 로그인의 챌린지와 맞지 않습니다. `state`마다 verifier를 하나씩 저장하세요.',
  },
  refused_code: {
    en: 'A code of OpenID Connect works once, for 60 seconds, with the `redirect_uri` and `code_verifier` of its request. Other codes go to `/oauth2/token`.',
    ko: 'OpenID Connect의 인가 코드는 60초 동안 한 번, 그 요청의 `redirect_uri`와 `code_verifier`로 쓸 수 있습니다. 다른 인가 코드는 `/oauth2/token`으로 보내세요.',
  },
  unsupported_grant_type: {
    en: 'There are no refresh tokens and no client credentials grant. Send `grant_type=authorization_code`.',
    ko: '리프레시 토큰과 클라이언트 자격 증명 방식은 지원하지 않습니다. `grant_type=authorization_code`를 보내세요.',
  },
  authentication_failed: {
    en: 'The token is unknown, expired, or has ended. Read the user right after the exchange. At operator APIs, check the operator token.',
    ko: '토큰이 알 수 없는 값이거나, 만료되었거나, 종료되었습니다. 토큰을 받은 즉시 사용자를 조회하세요. 운영자 API에서는 운영자 토큰을 확인하세요.',
  },
  not_found: {
    en: 'There is no such address. Check for a missing `/v1` or a trailing slash.',
    ko: '없는 주소입니다. `/v1`이 빠졌거나 끝에 슬래시가 있는지 확인하세요.',
  },
  method_not_allowed: {
    en: 'The response header `Allow` lists the methods.',
    ko: '응답의 `Allow` 헤더에서 쓸 수 있는 메서드를 확인하세요.',
  },
  too_many_requests: {
    en: 'A limit was reached, which `cause` in the log names. Wait for `Retry-After`. To raise it, see [limits](limits.md).',
    ko: '제한에 도달했습니다. 어떤 제한인지는 로그의 `cause`에 있습니다. `Retry-After`만큼 기다리세요. 제한을 높이려면 [제한](limits.md)을 확인하세요.',
  },
  unavailable: {
    en: 'KV, a Durable Object, a carrier, or your application behind the guard fails. The log’s `cause` says which. Wait for `Retry-After`.',
    ko: 'KV, Durable Object, 통신사, 또는 가드 뒤의 애플리케이션에 장애가 있습니다. 로그의 `cause`를 확인하고 `Retry-After`만큼 기다리세요.',
  },
  internal: {
    en: 'A bug. A retry does not help. Report the `cause` of the log line and the output of `npx plid-admin source`.',
    ko: 'plid의 버그이며, 다시 시도해도 해결되지 않습니다. 로그의 `cause`와 `npx plid-admin source`의 결과를 첨부해 이슈를 등록하세요.',
  },
  settings: {
    en: 'A setting is missing or malformed, or `PHONE_KEY` differs from the other workers. Fix what the message names, and deploy.',
    ko: '설정이 없거나 잘못되었거나, `PHONE_KEY`가 다른 워커와 다릅니다. 메시지의 설정을 고치고 배포하세요.',
  },
  missing_reason: {
    en: "Each access to a user's data is recorded with its reason. Send `reason`, or add `--reason`.",
    ko: '개인정보에 접속할 때마다 사유를 기록합니다. `reason`을 보내거나 `--reason`을 추가하세요.',
  },
  access_not_recorded: {
    en: "The access records are not available. After an upgrade, deploy the objects' worker too. The log's `cause` says what failed.",
    ko: '접속기록을 쓸 수 없습니다. 업그레이드했다면 객체의 워커도 배포하세요. 원인은 로그의 `cause`에 있습니다.',
  },
};
