import {
  flowCookieLifetime,
  flowLifetime,
  flowOutcomeLifetime,
  knownAddressLifetime,
  logoutRetryPeriod,
  openIdTokenLifetime,
  stateNonceLifetime,
} from '../../workers/gateway/settings/gateway-lifetimes.ts';
import { day } from '../korean-time.ts';
import {
  accessRecordsIn,
  fixed,
  logData,
  numberOf,
  protections,
  type SettingReader,
  type StoredData,
} from './stored-data.ts';

const lastUse = { ko: '마지막 이용', en: 'the last use' };
const retentionOfUser = (setting: SettingReader) => ({
  seconds: numberOf(setting, 'RETENTION_DAYS') * day,
  after: lastUse,
});

/** The personal data that a gateway stores, by place. A class or namespace without a row fails a test. */
export const gatewayData: readonly StoredData[] = [
  {
    place: { object: 'User' },
    data: { ko: '서비스에서 제공받은 항목의 값', en: 'Values of the attributes from the service' },
    purpose: { ko: '로그인한 이용자를 애플리케이션에 전달', en: 'Tell the application who is signed in' },
    protection: { ko: '암호화(KEYS)', en: 'Encrypted (KEYS)' },
    retention: retentionOfUser,
  },
  {
    place: { object: 'User' },
    data: { ko: '연계정보(CI)와 휴대폰 번호의 가명값', en: 'Pseudonyms of ci and phone number' },
    purpose: {
      ko: '번호 이용자 변경 확인, 열람 요구 처리',
      en: 'Notice a new owner, and answer requests for access',
    },
    protection: protections.pseudonym,
    retention: retentionOfUser,
  },
  {
    place: { object: 'User' },
    data: { ko: '세션: 브라우저와 시스템의 종류, 시각', en: 'Sessions: browser and system, times' },
    purpose: { ko: '로그인 유지, 로그인 위치 확인', en: 'Stay signed in, and show where' },
    protection: protections.plidOnly,
    retention: (setting) => ({
      seconds: numberOf(setting, 'SESSION_LIFETIME'),
      after: { ko: '로그인', en: 'the sign-in' },
    }),
  },
  {
    place: { object: 'User' },
    data: { ko: 'OpenID Connect 로그인: 앱, 범위', en: 'OpenID Connect logins: relying party, scope' },
    purpose: { ko: '내부 제품의 로그인', en: 'Sign-in of own products' },
    protection: protections.plidOnly,
    retention: fixed(openIdTokenLifetime),
  },
  {
    place: { object: 'User' },
    data: {
      ko: '로그아웃을 통지할 제품과 제품별 가명값(sub)',
      en: 'Products to notify of a sign-out, with the pseudonym at each (sub)',
    },
    purpose: { ko: '제품에 로그아웃 통지', en: 'Notify products of a sign-out' },
    protection: protections.pseudonym,
    retention: (setting) => ({
      seconds: numberOf(setting, 'SESSION_LIFETIME') + logoutRetryPeriod,
      after: { ko: '로그인', en: 'the sign-in' },
    }),
  },
  {
    place: { object: 'Flow' },
    data: { ko: '끝난 로그인의 plid', en: 'plid of a completed sign-in' },
    purpose: { ko: '콜백이 반복되어도 같은 세션으로 처리', en: 'Give a repeated callback the same session' },
    protection: protections.plidOnly,
    retention: fixed(flowLifetime + flowOutcomeLifetime),
  },
  {
    place: { kv: 'SESSIONS' },
    data: { ko: '세션의 사본', en: 'Copies of sessions' },
    purpose: { ko: '이용자와 가까운 곳에서 빠르게 응답', en: 'Answer quickly near the user' },
    protection: { ko: '쿠키의 비밀값으로 암호화', en: 'Encrypted with the cookie’s secret' },
    retention: (setting) => ({
      seconds: Math.max(
        numberOf(setting, 'SESSION_CACHE_LIFETIME'),
        numberOf(setting, 'STALE_SESSION_LIFETIME'),
      ),
    }),
  },
  {
    place: { kv: 'STATES' },
    data: { ko: '시작한 로그인의 경로. 이용자를 알 수 없음', en: 'Path of a started sign-in. Names no user' },
    purpose: { ko: '다른 브라우저에서 돌아온 이용자 안내', en: 'Guide users who return in another browser' },
    protection: { ko: '암호화(KEYS와 state)', en: 'Encrypted (KEYS and state)' },
    retention: fixed(stateNonceLifetime),
  },
  {
    place: { elsewhere: 'cookie' },
    data: { ko: '세션의 비밀값, 진행 중인 로그인', en: 'Secret of the session, and sign-in in progress' },
    purpose: { ko: '로그인 유지', en: 'Stay signed in' },
    protection: protections.sealedCookie,
    retention: (setting) => ({
      seconds: Math.max(numberOf(setting, 'SESSION_LIFETIME'), flowCookieLifetime),
    }),
  },
  {
    place: { elsewhere: 'edge cache' },
    data: {
      ko: '앱 로그인에 성공한 주소의 가명값',
      en: 'Pseudonym of an address with a successful app sign-in',
    },
    purpose: { ko: '요청 횟수 제한', en: 'Limit requests' },
    protection: protections.pseudonym,
    retention: fixed(knownAddressLifetime),
  },
  accessRecordsIn('GatewayAccessRecords'),
  logData,
];
