import type { Language } from '../../core/http/language.ts';
import type { ProtocolError } from '../../core/protocol/errors.ts';
import type * as refusals from '../../core/protocol/refusals.ts';
import type { Texts } from '../../core/protocol/texts.ts';
import type { EndingKind } from '../../pages/ending.tsx';
import type * as gatewayRefusals from '../settings/gateway-refusals.ts';

/**
 * Title and text of an error page, and its icon (default: `failed`). The text complements the title and names no
 * parameter or setting. Only the texts for programs, in gateway-refusals.ts, name parameters and settings.
 */
type FailureWords = readonly [title: Texts, en: string, ko: string, kind?: EndingKind];

const failed = { en: 'You could not be signed in', ko: '로그인하지 못했습니다' };
const notNow = { en: 'Sign-in is not possible right now', ko: '지금은 로그인할 수 없습니다' };

const badAddress: FailureWords = [
  { en: 'This address is not valid', ko: '주소가 올바르지 않습니다' },
  'Please start again from the beginning.',
  '처음부터 다시 시작해 주세요.',
];
const ourFault: FailureWords = [
  notNow,
  'There is a temporary problem. Please try again later.',
  '일시적인 오류입니다. 잠시 후 다시 시도해 주세요.',
];

/**
 * Page texts for every gateway error, and for core errors other than incorrect addresses and internal faults. If a
 * new error has no texts, type checking fails.
 */
export const gatewayFailureTexts = {
  insecure_transport: [
    { en: 'This address needs a secure connection', ko: '보안 연결이 필요한 주소입니다' },
    'It is available only over https.',
    'https로만 접속할 수 있습니다.',
  ],
  no_session: [
    { en: 'You are not signed in', ko: '로그인되어 있지 않습니다' },
    'Sign in again, then repeat what you were doing.',
    '다시 로그인한 뒤 시도해 주세요.',
    'info',
  ],
  cross_origin: [
    { en: 'This request came from another site', ko: '다른 사이트에서 보낸 요청입니다' },
    'To protect your account, nothing was done. Try again on this site.',
    '계정을 보호하기 위해 처리하지 않았습니다. 이 사이트에서 다시 시도해 주세요.',
  ],
  other_host: [
    { en: 'Please use this site’s main address', ko: '대표 주소에서 이용해 주세요' },
    'You can be signed in only there. Open the page there and try again.',
    '대표 주소에서만 로그인할 수 있습니다. 그곳에서 다시 시도해 주세요.',
  ],
  access_denied: [
    { en: 'The sign-in was not approved', ko: '로그인이 승인되지 않았습니다' },
    'It was denied on the phone or cancelled. To continue, sign in again.',
    '휴대폰에서 거절했거나 취소한 로그인입니다. 계속하려면 다시 로그인해 주세요.',
    'denied',
  ],
  login_required: [
    { en: 'Please sign in', ko: '로그인이 필요합니다' },
    'You couldn’t be signed in automatically.',
    '자동으로 로그인하지 못했습니다.',
    'info',
  ],
  flow_missing: [
    failed,
    'It was started in another browser, or this one blocks or deleted its cookies.',
    '다른 브라우저에서 시작했거나 쿠키가 차단 또는 삭제되었습니다.',
  ],
  flow_elsewhere: [
    failed,
    'It was started in another browser, and may already be complete there.',
    '다른 브라우저에서 시작해 이미 완료된 로그인일 수 있습니다.',
    'info',
  ],
  flow_mismatch: [
    failed,
    'It was started in another window. Please sign in again.',
    '다른 창에서 시작한 로그인입니다. 처음부터 다시 로그인해 주세요.',
    'info',
  ],
  flow_expired: [
    { en: 'This sign-in has expired', ko: '로그인 시간이 지났습니다' },
    'The sign-in took too long. Please sign in again.',
    '제한 시간 안에 로그인을 마치지 못했습니다. 다시 로그인해 주세요.',
    'expired',
  ],
  flow_used: [
    { en: 'This sign-in is finished', ko: '이미 끝난 로그인입니다' },
    'The sign-in was already completed. If you are not signed in, sign in again.',
    '이미 로그인을 마쳤습니다. 로그인되어 있지 않다면 다시 로그인해 주세요.',
    'done',
  ],
  flow_of_app: [
    { en: 'Please go back to the app', ko: '앱으로 돌아가 주세요' },
    'You can finish the sign-in there.',
    '앱에서 로그인을 마칠 수 있습니다.',
    'phone',
  ],
  signed_out: [
    { en: 'You are signed out', ko: '로그아웃되었습니다' },
    'This sign-in ended when you signed out. To continue, sign in again.',
    '로그아웃하여 끝난 로그인입니다. 계속하려면 다시 로그인해 주세요.',
    'done',
  ],
  upstream_refused: [
    failed,
    'There was a temporary problem. Please try again in a moment.',
    '일시적인 문제로 로그인하지 못했습니다. 잠시 후 다시 시도해 주세요.',
  ],
  upstream_invalid: ourFault,
  client_refused: ourFault,
  upstream_timeout: [
    failed,
    'The login service did not respond in time. Please try again in a moment.',
    '로그인 서비스가 제시간에 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.',
  ],
  upstream_unavailable: [
    notNow,
    'The login service is not available. Please try again in a moment.',
    '로그인 서비스에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  ],
  sign_in_pending: [
    { en: 'One moment', ko: '잠시만 기다려 주세요' },
    'Your sign-in is being completed.',
    '로그인을 마무리하고 있습니다.',
    'expired',
  ],
  sign_in_broken_off: [
    failed,
    'The sign-in was interrupted. Please sign in again.',
    '로그인이 중간에 끊겼습니다. 다시 로그인해 주세요.',
  ],
  too_many_requests: [
    notNow,
    'Too many requests. Please try again in a minute.',
    '요청이 너무 많습니다. 1분 뒤에 다시 시도해 주세요.',
  ],
  unavailable: [notNow, 'Please try again in a moment.', '잠시 후 다시 시도해 주세요.'],
  session_only: badAddress,
  app_link_refused: badAddress,
  disconnect_incomplete: [
    { en: 'You are disconnected', ko: '연결을 끊었습니다' },
    'You are signed out. The rest of your data here will be deleted shortly.',
    '로그아웃되었습니다. 이 사이트에 남은 데이터는 곧 삭제됩니다.',
    'done',
  ],
  event_not_handled: ourFault,
  event_malformed: badAddress,
  event_of_other_time: badAddress,
  event_of_other_issuer: badAddress,
  event_for_other_audience: badAddress,
  event_key_unknown: badAddress,
  event_forged: badAddress,
  prefetched: badAddress,
  not_the_proxy: badAddress,
} satisfies Record<keyof typeof gatewayRefusals, FailureWords> &
  Partial<Record<keyof typeof refusals, FailureWords>>;

/** Returns the title, the text, and the icon of an error's page. */
export function failureText({ reason, status }: ProtocolError, language: Language) {
  const own = (gatewayFailureTexts as Partial<Record<string, FailureWords>>)[reason];
  const [title, en, ko, kind = 'failed'] = own ?? (status < 500 ? badAddress : ourFault);
  return { title: title[language], text: { en, ko }[language], kind };
}
