import {
  accessTokenLifetime,
  approvalLifetime,
  automaticLoginLifetime,
  browserKnownNumbersLifetime,
  denialCountPeriod,
  eventRetryPeriod,
  grantLifetime,
  knownBrowserLifetime,
  lateReturnLifetime,
  manualRedeliveryPeriod,
  maxSignInCookieLifetime,
  passkeyLifetime,
  phoneRequestLifetime,
  rememberedFormLifetime,
  terminatedAccountLifetime,
  wrongReviewCodesPeriod,
} from '../../workers/service/settings/service-lifetimes.ts';
import { day } from '../korean-time.ts';
import {
  accessRecordsIn,
  fixed,
  logData,
  numberOf,
  protections,
  type Retention,
  type SettingReader,
  type StoredData,
  type StoreWithoutPersonalData,
  until,
} from './stored-data.ts';

const undelivered = fixed(eventRetryPeriod + manualRedeliveryPeriod);
const lastSignIn = { ko: '휴대폰으로 로그인한 때', en: 'the last sign-in with the phone' };
const untilUserLeaves = until('탈퇴 또는 삭제할 때까지', 'Until the user leaves or is erased');
const notifyAffected = {
  ko: '유출 등이 의심될 때 영향받은 이용자에게 통지',
  en: 'Notify affected users of a suspected leak',
};
const noticePeriod = (setting: SettingReader): Retention => ({
  seconds: numberOf(setting, 'NOTICE_DAYS') * day,
  after: { ko: '연결을 끊거나 탈퇴한 때', en: 'disconnecting or leaving' },
});
const cookie = { elsewhere: 'cookie' } as const;

/**
 * The personal data that a service stores, by place. A Durable Object class or a KV namespace without a row here or in
 * {@link serviceStoresWithoutPersonalData} fails a test.
 */
export const serviceData: readonly StoredData[] = [
  {
    place: { object: 'Phone' },
    data: {
      ko: '휴대폰 번호와 연계정보(CI)의 가명값, plid, 통신사',
      en: 'Pseudonyms of phone number and ci; plid; carrier',
    },
    purpose: { ko: '가입자 식별, 번호 이용자 변경 확인', en: 'Recognize a registration and a new owner' },
    protection: { ko: '가명값(HMAC, PHONE_KEY)', en: 'Pseudonym (HMAC, PHONE_KEY)' },
    retention: untilUserLeaves,
  },
  {
    place: { object: 'Phone' },
    data: {
      ko: '휴대폰에 보낸 요청: 시각, 결과, 애플리케이션, 요청한 브라우저와 네트워크의 가명값',
      en: 'Requests to the phone: time, outcome, application, pseudonyms of browser and network',
    },
    purpose: { ko: '요청 횟수 제한, 악용 방지', en: 'Limit requests and prevent abuse' },
    protection: protections.pseudonym,
    retention: fixed(denialCountPeriod),
  },
  {
    place: { object: 'Phone' },
    data: {
      ko: '이용자가 삭제한 브라우저의 임의 이름',
      en: 'Random names of browsers that the user cleared',
    },
    purpose: { ko: '삭제한 브라우저를 다시 신뢰하지 않음', en: 'Not trust a cleared browser again' },
    protection: protections.pseudonym,
    retention: fixed(knownBrowserLifetime),
  },
  {
    place: { object: 'Account' },
    data: {
      ko: '동의 기록: 애플리케이션, 동의하거나 동의하지 않은 항목, 시각, 고지 문구의 버전',
      en: 'Consents: application, agreed and refused attributes, time, version of the texts',
    },
    purpose: { ko: '동의 확인과 증명', en: 'Apply and prove consent' },
    protection: protections.plidOnly,
    retention: until('연결을 끊거나 탈퇴할 때까지', 'Until disconnected, or the user leaves'),
  },
  {
    place: { object: 'Account' },
    data: {
      ko: '자동 로그인: 애플리케이션, 브라우저 종류, 시각',
      en: 'Automatic logins: application, browser, times',
    },
    purpose: { ko: '휴대폰 확인 없는 로그인', en: 'Sign in without the phone' },
    protection: protections.plidOnly,
    retention: fixed(automaticLoginLifetime, lastSignIn),
  },
  {
    place: { object: 'Account' },
    data: {
      ko: '패스키: 공개 키, 브라우저 종류, 시각, 암호화한 번호와 통신사',
      en: 'Passkeys: public key, browser, times, encrypted number and carrier',
    },
    purpose: {
      ko: '휴대폰 확인 없는 로그인, 패스키 복제 통지',
      en: 'Sign in without the phone, and notice of a copied passkey',
    },
    protection: { ko: '번호와 통신사는 암호화(KEYS)', en: 'Number and carrier encrypted (KEYS)' },
    retention: fixed(passkeyLifetime, { ko: '만든 때', en: 'their creation' }),
  },
  {
    place: { object: 'Account' },
    data: {
      ko: '최근 로그인 10건: 시각, 애플리케이션, 브라우저 종류, 국가, 도시',
      en: 'Last ten sign-ins: time, application, browser, country, city',
    },
    purpose: { ko: '이용자가 로그인 내역을 확인', en: 'Show users who signed in with their number' },
    protection: protections.plidOnly,
    retention: until(
      '이후 로그인 10건까지, 또는 탈퇴할 때까지',
      'Until ten later sign-ins, or the user leaves',
    ),
  },
  {
    place: { object: 'Account' },
    data: {
      ko: '제공할 항목의 값(이름, 번호, CI 등)',
      en: 'Values to disclose (name, number, ci, and so on)',
    },
    purpose: { ko: '애플리케이션에 제공', en: 'Disclose them to the application' },
    protection: {
      ko: '저장하지 않는 키로 암호화(쿠키, 인가 코드, 토큰에만 있음)',
      en: 'Encrypted with a key that is only in a cookie, code, or token',
    },
    retention: fixed(grantLifetime),
  },
  {
    place: { object: 'Account' },
    data: {
      ko: '전달하지 못한 이벤트, 계정이 끝난 시각',
      en: 'Undelivered events, and when the account ended',
    },
    purpose: { ko: '애플리케이션에 연결 해제 통지', en: 'Notify applications' },
    protection: protections.plidOnly,
    retention: fixed(Math.max(eventRetryPeriod + manualRedeliveryPeriod, terminatedAccountLifetime)),
  },
  {
    place: { object: 'Account' },
    data: {
      ko: '제공 내역: 애플리케이션, 첫 제공과 마지막 제공의 시각, 항목의 이름(값 없음)',
      en: 'Disclosures: application, time of the first and last one, attribute names without values',
    },
    purpose: notifyAffected,
    protection: protections.plidOnly,
    retention: noticePeriod,
  },
  {
    place: { object: 'Disclosures' },
    data: {
      ko: '제공 인덱스: plid, 애플리케이션, 첫 제공과 마지막 제공의 시각, 항목의 이름(값 없음)',
      en: 'Index of disclosures: plid, application, time of the first and last one, attribute names without values',
    },
    purpose: notifyAffected,
    protection: { ko: '암호화(DISCLOSURE_KEY)', en: 'Encrypted (DISCLOSURE_KEY)' },
    retention: noticePeriod,
  },
  {
    place: { object: 'Application' },
    data: {
      ko: '잘못된 심사 코드를 보낸 네트워크의 가명값과 횟수',
      en: 'Pseudonyms of networks that sent a wrong review code, and number of codes',
    },
    purpose: { ko: '시도 횟수 제한', en: 'Limit attempts' },
    protection: { ko: '가명값(HMAC, PHONE_KEY)', en: 'Pseudonym (HMAC, PHONE_KEY)' },
    retention: fixed(wrongReviewCodesPeriod),
  },
  {
    place: { object: 'BarocertRequest' },
    data: {
      ko: '바로써트를 통한 요청: 이름, 휴대폰 번호, 확인된 신원 정보',
      en: 'Request through Barocert: name, phone number, and verified identity',
    },
    purpose: { ko: '휴대폰 승인 확인', en: 'Verify the approval on the phone' },
    protection: { ko: '암호화(KEYS)', en: 'Encrypted (KEYS)' },
    retention: fixed(phoneRequestLifetime + approvalLifetime),
  },
  {
    place: { object: 'Application' },
    data: {
      ko: '등록 변경 이력과 운영자 토큰의 이름',
      en: 'Change history with the names of operators’ tokens',
    },
    purpose: { ko: '변경 책임 확인', en: 'Account for changes' },
    protection: { ko: '이용자의 개인정보 없음', en: 'No data of users' },
    retention: until('계속', 'Permanently'),
  },
  {
    place: { kv: 'APPLICATIONS' },
    data: { ko: '전달하지 못한 이벤트의 목록: plid', en: 'List of undelivered events: plid' },
    purpose: { ko: '운영자의 재전송', en: 'Redelivery by operators' },
    protection: protections.plidOnly,
    retention: undelivered,
  },
  {
    place: cookie,
    data: { ko: '진행 중인 로그인: 입력한 휴대폰 번호', en: 'Sign-in in progress: typed phone number' },
    purpose: { ko: '로그인 진행', en: 'Complete the sign-in' },
    protection: protections.sealedCookie,
    retention: fixed(maxSignInCookieLifetime + lateReturnLifetime),
  },
  {
    place: cookie,
    data: {
      ko: '이용자가 저장을 선택한 이름, 번호, 통신사',
      en: 'Name, number, and carrier, if the user chose so',
    },
    purpose: { ko: '다음 로그인의 입력 생략', en: 'Fill in the next sign-in' },
    protection: protections.sealedCookie,
    retention: fixed(rememberedFormLifetime, { ko: '마지막 사용', en: 'the last use' }),
  },
  {
    place: cookie,
    data: {
      ko: '자동 로그인하는 기기: plid, 번호, 통신사',
      en: 'Device with automatic login: plid, number, carrier',
    },
    purpose: { ko: '자동 로그인, 쿠키 복제 통지', en: 'Automatic login, and notice of a copied cookie' },
    protection: protections.sealedCookie,
    retention: fixed(automaticLoginLifetime, lastSignIn),
  },
  {
    place: cookie,
    data: { ko: '로그인한 번호 최대 5개의 가명값', en: 'Pseudonyms of at most five numbers' },
    purpose: { ko: '아는 브라우저 확인', en: 'Recognize the browser' },
    protection: protections.sealedCookie,
    retention: fixed(browserKnownNumbersLifetime),
  },
  {
    place: cookie,
    data: { ko: '계정 페이지(/account)의 세션: plid', en: 'Session at /account: plid' },
    purpose: { ko: '열람과 연결 끊기', en: 'Access and disconnection' },
    protection: protections.sealedCookie,
    retention: fixed(accessTokenLifetime),
  },
  accessRecordsIn('AccessRecords'),
  logData,
  {
    place: { elsewhere: 'nowhere' },
    data: { ko: '통신사가 전달한 생년월일과 연령대', en: 'Birth date and age group from the carrier' },
    purpose: { ko: '최소 연령 확인', en: 'Check the minimum age' },
    protection: { ko: '저장하지 않음', en: 'Not stored' },
    retention: until('확인 즉시 폐기', 'Discarded after the check'),
  },
];

export const serviceStoresWithoutPersonalData: readonly StoreWithoutPersonalData[] = [
  {
    place: { object: 'Waiting' },
    reason: {
      ko: '저장하지 않음(대기 페이지의 연결만 유지)',
      en: 'Stores nothing; holds connections of waiting pages',
    },
  },
  {
    place: { object: 'PushedRequest' },
    reason: { ko: '사용한 요청 주소의 표시만 저장', en: 'Stores only that a request was used' },
  },
];
