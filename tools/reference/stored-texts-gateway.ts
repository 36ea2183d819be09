import {
  departureRetryPeriod,
  flowCookieLifetime,
  flowLifetime,
  flowOutcomeLifetime,
  knownAddressLifetime,
  logoutRetryPeriod,
  openIdCodeLifetime,
  openIdTokenLifetime,
  signedOutMarkLifetime,
  stateNonceLifetime,
} from '../../workers/gateway/settings/gateway-lifetimes.ts';
import { accessRecordTexts, type StoredText, stored } from './stored-texts.ts';

/** What the gateway stores at each place, in the page's order. Keys of an object follow its tables. */
export const gatewayStored: Record<string, StoredText> = {
  'User.user': stored(
    {
      en: 'A user: identity (encrypted), names of its attributes, HMAC of the `ci`, and last use',
      ko: '사용자: 신원 정보(암호화), 항목의 이름, `ci`의 HMAC, 마지막 이용',
    },
    '`RETENTION_DAYS` after the last use, or disconnect',
    '마지막 이용부터 `RETENTION_DAYS`, 또는 연결을 끊을 때까지',
  ),
  'User.sessions': stored(
    {
      en: 'Sessions: hash of the secret, browser and system, start, end, login facts, and relying parties with `sub` and `sid`',
      ko: '세션: 비밀값의 해시, 브라우저와 운영 체제, 시작과 끝, 로그인 정보, RP의 `sub`와 `sid`',
    },
    'The end of the session. An alarm deletes expired ones',
    '세션이 끝날 때까지. 만료된 세션은 알람이 삭제',
  ),
  'User key disconnected': stored(
    { en: 'When the user was disconnected', ko: '연결을 끊은 시각' },
    '1 hour',
    '1시간',
  ),
  'User key plids': stored(
    {
      en: '`plid`s of a number. The object’s name is an HMAC of the number',
      ko: '번호의 `plid` 목록. 객체 이름은 번호의 HMAC',
    },
    'As long as one of the users is stored',
    '사용자 중 하나라도 저장되어 있는 동안',
  ),
  'User key openid': {
    content: {
      en: 'A login at a relying party: `client_id`, address, scope, nonce, challenge, and session',
      ko: 'RP 로그인: `client_id`, 주소, 범위, nonce, 챌린지, 세션',
    },
    until: (duration) => ({
      en: `${duration(openIdCodeLifetime)}, or ${duration(openIdTokenLifetime)} after its code is redeemed`,
      ko: `${duration(openIdCodeLifetime)}. 인가 코드를 교환하면 ${duration(openIdTokenLifetime)}`,
    }),
  },
  'User key logouts': {
    content: {
      en: 'Undelivered logout_tokens, 200 per user at most',
      ko: '전달되지 않은 logout_token. 사용자마다 최대 200개',
    },
    until: (duration) => ({
      en: `Delivered or rejected, ${duration(logoutRetryPeriod)} at most`,
      ko: `전달되거나 거절될 때까지. 최대 ${duration(logoutRetryPeriod)}`,
    }),
  },
  'User key departure': {
    content: {
      en: "A disconnection that the application's handler hasn't handled: `plid`, time, and attempts",
      ko: '애플리케이션의 함수가 처리하지 못한 연결 끊기: `plid`, 시각, 시도 횟수',
    },
    until: (duration) => ({
      en: `Handled, ${duration(departureRetryPeriod)} at most`,
      ko: `처리될 때까지. 최대 ${duration(departureRetryPeriod)}`,
    }),
  },
  Flow: {
    content: {
      en: 'A sign-in that came back: hash of its code, and the `plid` or the reason of its failure',
      ko: '돌아온 로그인: 인가 코드의 해시, `plid` 또는 실패한 이유',
    },
    until: (duration) => ({
      en: `${duration(flowOutcomeLifetime)} after the sign-in's ${duration(flowLifetime)}`,
      ko: `로그인의 ${duration(flowLifetime)}이 지난 뒤 ${duration(flowOutcomeLifetime)}`,
    }),
  },
  ...accessRecordTexts('GatewayAccessRecords'),
  'KV SESSIONS': stored(
    {
      en: 'Copies of sessions in use, encrypted with a key from the cookie',
      ko: '사용 중인 세션의 사본. 쿠키에서 만든 키로 암호화',
    },
    'The longer of `SESSION_CACHE_LIFETIME` and `STALE_SESSION_LIFETIME`',
    '`SESSION_CACHE_LIFETIME`과 `STALE_SESSION_LIFETIME` 중 긴 시간',
  ),
  'KV STATES': {
    content: {
      en: "Return path of a browser's sign-in without its query, encrypted",
      ko: '브라우저의 로그인이 돌아갈 경로(쿼리 제외). 암호화',
    },
    until: (duration) => ({ en: duration(stateNonceLifetime), ko: duration(stateNonceLifetime) }),
  },
  "Cloudflare's cache": {
    content: {
      en: 'HMAC of an address at which an app sign-in succeeded, in that location',
      ko: '앱 로그인이 성공한 주소의 HMAC. 해당 지역에만 저장',
    },
    until: (duration) => ({
      en: `${duration(knownAddressLifetime)}, or until the service refuses a code from there`,
      ko: `${duration(knownAddressLifetime)}. 그 주소의 인가 코드를 서비스가 거절하면 삭제`,
    }),
  },
  '__Host-plid-flow-': {
    content: {
      en: 'A sign-in in progress, ten at most. Encrypted',
      ko: '진행 중인 로그인. 최대 10개. 암호화',
    },
    until: (duration) => ({
      en: `The callback, or ${duration(flowCookieLifetime)}`,
      ko: `콜백까지, 최대 ${duration(flowCookieLifetime)}`,
    }),
  },
  '__Host-plid-session': stored(
    { en: 'A session. Encrypted', ko: '세션. 암호화' },
    '`SESSION_LIFETIME`, or sign-out',
    '`SESSION_LIFETIME`, 또는 로그아웃할 때까지',
  ),
  '__Host-plid-signed-out': {
    content: { en: 'A recent sign-out', ko: '최근에 로그아웃했다는 표시' },
    until: (duration) => ({ en: duration(signedOutMarkLifetime), ko: duration(signedOutMarkLifetime) }),
  },
  '__Host-plid-round': stored(
    { en: "A relying party's request, during the sign-in", ko: '로그인하는 동안의 RP 요청' },
    '1 hour',
    '1시간',
  ),
  '__Host-plid-language': stored({ en: 'Language of the pages', ko: '페이지의 언어' }, '400 days', '400일'),
};
