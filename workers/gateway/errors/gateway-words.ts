import type { Language } from '../../core/http/language.ts';
import type { ProtocolError } from '../../core/protocol/errors.ts';
import type * as refusals from '../../core/protocol/refusals.ts';
import type * as gatewayRefusals from '../shared/gateway-refusals.ts';

type GatewayReason = keyof typeof refusals | keyof typeof gatewayRefusals;

interface FailureText {
  title: string;
  /** Adds to the title, and names no parameter or setting: those are for programs, in gateway-refusals.ts. */
  text: string;
}

const failed = 'You could not be signed in';
const notNow = 'Sign-in is not possible right now';
const over = 'This sign-in has ended';
const tryLater = 'Please try again in a moment.';
const notYourFault = 'This is not your fault. Please try again later.';
const failures = {
  insecure_transport: {
    title: 'This address needs a secure connection',
    text: 'It is served over https only.',
  },
  no_session: { title: failed, text: 'Nobody is signed in here.' },
  cross_origin: {
    title: 'This was sent from another site',
    text: 'To keep your account safe, nothing was done. Open the page here, and send it again.',
  },
  access_denied: { title: 'The sign-in was not approved', text: 'You have not been signed in.' },
  login_required: { title: 'Please sign in', text: 'You could not be signed in automatically.' },
  flow_missing: {
    title: failed,
    text: 'The sign-in may have been started in another browser, or its cookies were deleted.',
  },
  flow_elsewhere: {
    title: failed,
    text: 'The sign-in was begun a few minutes ago in another browser, or its cookies were deleted since. It may have been completed there.',
  },
  flow_mismatch: { title: failed, text: 'This answer does not belong to a sign-in in this browser.' },
  flow_expired: { title: over, text: 'It took too long.' },
  flow_used: { title: over, text: 'It was completed already.' },
  flow_of_app: { title: 'Please go back to the app', text: 'You can finish the sign-in there.' },
  signed_out: { title: over, text: 'You have signed out since.' },
  upstream_refused: { title: failed, text: 'The login service did not accept the request.' },
  upstream_invalid: { title: notNow, text: notYourFault },
  client_refused: { title: notNow, text: notYourFault },
  upstream_timeout: { title: failed, text: `The login service did not answer in time. ${tryLater}` },
  upstream_unavailable: { title: notNow, text: `The login service is not available. ${tryLater}` },
  sign_in_pending: { title: 'One moment', text: 'Your sign-in is being completed.' },
  sign_in_broken_off: { title: failed, text: 'The sign-in was interrupted. Please sign in again.' },
  too_many_requests: { title: notNow, text: 'There were too many requests. Please try again in a minute.' },
  unavailable: { title: notNow, text: tryLater },
} satisfies Partial<Record<GatewayReason, FailureText>>;

/** The reasons that say more to a person than that the address is wrong, or that it is our fault. */
type PageReason = keyof typeof failures;

const failedKo = '로그인하지 못했습니다';
const notNowKo = '지금은 로그인할 수 없습니다';
const overKo = '이미 끝난 로그인입니다';
const tryLaterKo = '잠시 후 다시 시도해 주세요.';
const notYourFaultKo = '고객님의 잘못이 아닙니다. 나중에 다시 시도해 주세요.';

const failuresKo: Record<PageReason, FailureText> = {
  insecure_transport: { title: '보안 연결이 필요한 주소입니다', text: 'https로만 접속할 수 있습니다.' },
  no_session: { title: failedKo, text: '로그인하지 않은 상태입니다.' },
  cross_origin: {
    title: '다른 사이트에서 보낸 요청입니다',
    text: '계정을 안전하게 지키기 위해 처리하지 않았습니다. 이 사이트의 페이지를 열어 다시 보내 주세요.',
  },
  access_denied: { title: '로그인이 승인되지 않았습니다', text: '로그인되지 않았습니다.' },
  login_required: { title: '로그인이 필요합니다', text: '자동으로 로그인하지 못했습니다.' },
  flow_missing: {
    title: failedKo,
    text: '다른 브라우저에서 로그인을 시작했거나 쿠키가 삭제되었을 수 있습니다.',
  },
  flow_elsewhere: {
    title: failedKo,
    text: '몇 분 전에 다른 브라우저에서 시작했거나 시작한 뒤 쿠키가 삭제된 로그인입니다. 그곳에서 이미 완료되었을 수 있습니다.',
  },
  flow_mismatch: { title: failedKo, text: '이 브라우저에서 진행 중인 로그인과 일치하지 않습니다.' },
  flow_expired: { title: overKo, text: '로그인 유효 시간이 지났습니다.' },
  flow_used: { title: overKo, text: '로그인이 이미 완료되었습니다.' },
  flow_of_app: { title: '앱으로 돌아가 주세요', text: '앱에서 로그인을 마칠 수 있습니다.' },
  signed_out: { title: overKo, text: '로그인한 뒤 로그아웃했습니다.' },
  upstream_refused: { title: failedKo, text: '로그인 서비스가 요청을 받아들이지 않았습니다.' },
  upstream_invalid: { title: notNowKo, text: notYourFaultKo },
  client_refused: { title: notNowKo, text: notYourFaultKo },
  upstream_timeout: {
    title: failedKo,
    text: `로그인 서비스가 제시간에 응답하지 않았습니다. ${tryLaterKo}`,
  },
  upstream_unavailable: { title: notNowKo, text: `로그인 서비스를 사용할 수 없습니다. ${tryLaterKo}` },
  sign_in_pending: { title: '잠시만 기다려 주세요', text: '로그인을 마무리하고 있습니다.' },
  sign_in_broken_off: { title: failedKo, text: '로그인이 중간에 끊겼습니다. 다시 로그인해 주세요.' },
  too_many_requests: { title: notNowKo, text: '요청이 너무 많습니다. 1분 뒤에 다시 시도해 주세요.' },
  unavailable: { title: notNowKo, text: tryLaterKo },
};

const en = {
  failures: failures as Record<PageReason, FailureText>,
  badAddress: {
    title: 'This address is not valid',
    text: 'Please start again from the beginning.',
  },
  ourFault: { title: notNow, text: notYourFault },
  /** After `access_denied`, by what the service says of it. */
  notApproved: {
    denied: {
      title: 'It was denied on the phone',
      text: 'You have not been signed in. If a request appeared that you did not start, somebody may be trying to sign in with your number: deny it each time, and never choose a number for somebody else.',
    },
    wrongNumber: {
      title: 'Another number was chosen',
      text: 'To keep your account safe, one wrong number ends the sign-in. Start again, and choose the number that this screen shows.',
    },
    required: { title: 'Please sign in', text: 'This page can only be seen by someone who is signed in.' },
    unknown: failures.access_denied,
  },
  stillConnected: 'You are still connected',
  stillSignedIn: 'You are still signed in',
  notAvailable: 'This page is not available right now',
  tryAgain: 'Try again',
  startAgain: 'Sign in again',
  back: 'Back',
  toPage: 'Go to {page}',
  toUnnamedPage: 'Go to the page that you wanted',
  toApp: 'Back to the app',
  toAppText: 'If the app does not open by itself, press the button.',
  openApp: 'Open the app',
};

const ko: typeof en = {
  failures: failuresKo,
  badAddress: { title: '주소가 올바르지 않습니다', text: '처음부터 다시 시작해 주세요.' },
  ourFault: { title: notNowKo, text: notYourFaultKo },
  notApproved: {
    denied: {
      title: '휴대폰에서 거절했습니다',
      text: '로그인되지 않았습니다. 직접 시작하지 않은 요청이 왔다면 다른 사람이 내 번호로 로그인을 시도한 것일 수 있습니다. 그런 요청은 매번 거절하고, 다른 사람이 불러 주는 숫자는 선택하지 마세요.',
    },
    wrongNumber: {
      title: '다른 숫자를 선택했습니다',
      text: '안전을 위해 숫자를 한 번만 잘못 선택해도 로그인이 끝납니다. 다시 로그인하여 화면에 보이는 숫자를 선택해 주세요.',
    },
    required: { title: '로그인이 필요합니다', text: '로그인해야 볼 수 있는 페이지입니다.' },
    unknown: failuresKo.access_denied,
  },
  stillConnected: '연결을 끊지 못했습니다',
  stillSignedIn: '로그아웃하지 못했습니다',
  notAvailable: '지금은 이 페이지를 열 수 없습니다',
  tryAgain: '다시 시도',
  startAgain: '다시 로그인하기',
  back: '돌아가기',
  toPage: '{page} 페이지로 가기',
  toUnnamedPage: '가려던 페이지로 가기',
  toApp: '앱으로 돌아갑니다',
  toAppText: '앱이 자동으로 열리지 않으면 버튼을 눌러 주세요.',
  openApp: '앱 열기',
};

/** The texts of the gateway's own pages. */
export const words: Record<Language, typeof en> = { ko, en };

/** What a person reads of a refusal. */
export function failureText({ reason, status }: ProtocolError, language: Language): FailureText {
  const { failures, badAddress, ourFault } = words[language];
  const known = (failures as Partial<Record<string, FailureText>>)[reason];
  return known ?? (status < 500 ? badAddress : ourFault);
}
