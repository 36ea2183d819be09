import { guessesPeriod } from '../../workers/service/objects/phone-request-limits.ts';
import {
  approvalLifetime,
  automaticLoginLifetime,
  deletedApplicationLifetime,
  denialCountPeriod,
  eventRetryPeriod,
  grantLifetime,
  knownBrowserLifetime,
  manualRedeliveryPeriod,
  maxSignInCookieLifetime,
  passkeyLifetime,
  phoneRequestCountPeriod,
  phoneRequestLifetime,
  terminatedAccountLifetime,
  usedRequestLifetime,
} from '../../workers/service/settings/service-lifetimes.ts';
import { serviceCookies } from './stored-cookies-service.ts';
import { accessRecordTexts, type StoredText, stored } from './stored-texts.ts';

const untilLeaving = ['The owner leaves or is erased', '명의자가 탈퇴하거나 삭제될 때까지'] as const;

/** What the service stores at each place, in the page's order. Keys of an object follow its tables. */
export const serviceStored: Record<string, StoredText> = {
  'Application.application': stored(
    {
      en: 'A registered application: its fields, and the hash and encrypted field key of each secret',
      ko: '등록된 애플리케이션: 필드, 시크릿마다 해시와 암호화된 필드 키',
    },
    'The operator deletes it. The fact of the deletion stays',
    '운영자가 삭제할 때까지. 삭제 사실은 계속 보관',
  ),
  'Application.history': stored(
    {
      en: 'Changes of an application: time, token name, action, field names, and texts shown to users',
      ko: '애플리케이션의 변경: 시각, 토큰 이름, 한 일, 필드 이름, 사용자에게 보인 글',
    },
    'Always',
    '계속',
  ),
  'Application.reviewers': stored(
    {
      en: 'Store reviewers: made-up number and `plid`, HMAC of the code, end, counters',
      ko: '심사 계정: 가상의 번호와 `plid`, 코드의 HMAC, 종료 시각, 횟수',
    },
    'Removal, or the next registration after the end',
    '삭제하거나, 종료된 뒤 다음 심사 계정을 등록할 때까지',
  ),
  'Application.wrong_review_codes': stored(
    {
      en: 'Wrong review codes: reviewer, pseudonym of the network, number, time of the first',
      ko: '잘못된 심사 코드: 심사 계정, 네트워크의 가명값, 횟수, 처음 보낸 시각',
    },
    'At most 1 hour',
    '최대 1시간',
  ),
  'KV APPLICATIONS': {
    content: {
      en: 'Copies of applications, and the operator’s list of undelivered events with `plid`',
      ko: '애플리케이션의 사본, 운영자가 보는 미전달 이벤트 목록(`plid` 포함)',
    },
    until: (duration) => ({
      en: `As the original. That an application was deleted: ${duration(deletedApplicationLifetime)}`,
      ko: `원본과 같음. 애플리케이션의 삭제 사실은 ${duration(deletedApplicationLifetime)}`,
    }),
  },
  'Phone.registration': {
    content: {
      en: "A number's `plid`, start, carrier, and pseudonym of the owner's `ci`. The object's name is an HMAC of the number",
      ko: '번호의 `plid`, 시작 시각, 통신사, 명의자 `ci`의 가명. 객체 이름은 번호의 HMAC',
    },
    until: (duration) => ({
      en: `The owner leaves, and ${duration(maxSignInCookieLifetime)} more without the \`plid\``,
      ko: `명의자가 탈퇴할 때까지. \`plid\` 없이 ${duration(maxSignInCookieLifetime)} 더`,
    }),
  },
  'Phone.requests': {
    content: {
      en: 'Requests to a phone: time, outcome, application, sign-in, and pseudonyms of browser, address, and network',
      ko: '휴대폰에 보낸 요청: 시각, 결과, 애플리케이션, 로그인, 브라우저·주소·네트워크의 가명',
    },
    until: (duration) => ({
      en: `${duration(phoneRequestCountPeriod)}. Unconfirmed: ${duration(guessesPeriod)}. Pushes of unknown browsers and denials: ${duration(denialCountPeriod)}. An approval deletes its sign-in's`,
      ko: `${duration(phoneRequestCountPeriod)}. 미확인은 ${duration(guessesPeriod)}. 모르는 브라우저의 푸시와 거절은 ${duration(denialCountPeriod)}. 승인하면 해당 로그인의 요청은 삭제`,
    }),
  },
  'Phone key forgotten browsers': {
    content: {
      en: 'Random names of browsers whose sign-in the user has ended',
      ko: '사용자가 로그인을 종료한 브라우저의 임의 이름',
    },
    until: (duration) => ({ en: duration(knownBrowserLifetime), ko: duration(knownBrowserLifetime) }),
  },
  'Phone key service key': stored(
    {
      en: 'Number and fingerprint of `PHONE_KEY`, in one object',
      ko: '`PHONE_KEY`의 번호와 지문. 객체 하나에만 저장',
    },
    'A key with a later number',
    '번호가 더 큰 키를 쓸 때까지',
  ),
  'Account.consents': stored(
    {
      en: 'Consent for each application: attributes agreed to and refused, time, version and hash of the terms, language',
      ko: '애플리케이션별 동의: 동의하고 거절한 항목, 시각, 조건의 버전과 해시, 언어',
    },
    'Disconnect, or the owner leaves',
    '연결을 끊거나 명의자가 탈퇴할 때까지',
  ),
  'Account.earlier_consents': stored(
    { en: 'Consents that a later one has replaced', ko: '이후의 동의로 대체된 동의' },
    'Disconnect, or the owner leaves',
    '연결을 끊거나 명의자가 탈퇴할 때까지',
  ),
  'Account.devices': {
    content: {
      en: 'Devices with automatic login: start, end, kind of browser, and the latest copy of the cookie',
      ko: '자동 로그인 기기: 시작과 끝, 브라우저의 종류, 쿠키의 최신 사본',
    },
    until: (duration) => ({
      en: `${duration(automaticLoginLifetime)}, turned off, disconnect, or leaving`,
      ko: `${duration(automaticLoginLifetime)}, 자동 로그인 종료, 연결 끊기, 탈퇴`,
    }),
  },
  'Account.grants': {
    content: {
      en: 'Grants (code, then token), with the attributes encrypted under a key that only cookie, code, and token contain',
      ko: '인가 그랜트(코드, 이후 토큰). 항목은 쿠키·코드·토큰에만 있는 키로 암호화',
    },
    until: (duration) => ({
      en: `${duration(grantLifetime)}. The attributes go when the grant ends earlier`,
      ko: `${duration(grantLifetime)}. 인가 그랜트가 먼저 끝나면 항목은 바로 삭제`,
    }),
  },
  'Account.events': {
    content: { en: 'Undelivered events to applications', ko: '애플리케이션에 전달되지 않은 이벤트' },
    until: (duration) => ({
      en: `Delivery. ${duration(eventRetryPeriod)}, and ${duration(manualRedeliveryPeriod)} more for sending again`,
      ko: `전달할 때까지. ${duration(eventRetryPeriod)}, 다시 보낼 수 있도록 ${duration(manualRedeliveryPeriod)} 더`,
    }),
  },
  'Account.passkeys': {
    content: {
      en: 'Passkeys: public key, counter, times, kind of browser, and age limit. Application and device of the sign-in before it. Number and carrier, encrypted under `KEYS`',
      ko: '패스키: 공개 키, 횟수, 시각, 브라우저의 종류, 나이 제한. 만들기 전 로그인의 애플리케이션과 기기. `KEYS`로 암호화한 번호와 통신사',
    },
    until: (duration) => ({
      en: `${duration(passkeyLifetime)}, deletion, the end of the sign-in, automatic login, or connection before it, or leaving`,
      ko: `${duration(passkeyLifetime)}. 삭제, 만들기 전 로그인·자동 로그인·연결의 종료, 탈퇴`,
    }),
  },
  'Account.disclosures': stored(
    {
      en: 'First and last disclosure to each application, with names of attributes and no values',
      ko: '애플리케이션별 첫 제공과 마지막 제공, 항목의 이름(값은 제외)',
    },
    '`NOTICE_DAYS` after the connection ended, or a day after the owner leaves',
    '연결이 끝난 뒤 `NOTICE_DAYS`. 탈퇴하면 하루 뒤까지',
  ),
  'Account key sign-ins': stored(
    {
      en: 'Last ten sign-ins by phone or passkey: time, application, kind of browser, country, and city',
      ko: '휴대폰이나 패스키로 한 최근 로그인 10건: 시각, 애플리케이션, 브라우저의 종류, 국가와 도시',
    },
    ...untilLeaving,
  ),
  'Account key terminated': {
    content: { en: 'The fact that the account was terminated', ko: '계정이 종료되었다는 사실' },
    until: (duration) => ({
      en: duration(terminatedAccountLifetime),
      ko: duration(terminatedAccountLifetime),
    }),
  },
  'Account key held': {
    content: {
      en: 'Encrypted attributes of a sign-in whose consent page is open',
      ko: '동의 페이지가 열린 로그인의 암호화된 항목',
    },
    until: (duration) => ({
      en: `The consent, or ${duration(maxSignInCookieLifetime)}`,
      ko: `동의할 때까지, 최대 ${duration(maxSignInCookieLifetime)}`,
    }),
  },
  'Account key held openid': {
    content: {
      en: 'OpenID Connect request of a code: scope, nonce, challenge, and when the user was asked',
      ko: '인가 코드의 OpenID Connect 요청: 범위, nonce, 챌린지, 확인한 시각',
    },
    until: (duration) => ({ en: duration(grantLifetime), ko: duration(grantLifetime) }),
  },
  'Disclosures.disclosures': stored(
    {
      en: 'Index of disclosures for affected users, encrypted with `DISCLOSURE_KEY`. 16 objects',
      ko: '영향받은 사용자를 찾는 제공 인덱스. `DISCLOSURE_KEY`로 암호화. 객체 16개',
    },
    '`NOTICE_DAYS` after the connection ended, also if the user has left or was erased',
    '연결이 끝난 뒤 `NOTICE_DAYS`. 탈퇴했거나 삭제된 경우에도 같음',
  ),
  ...accessRecordTexts('AccessRecords'),
  Waiting: stored(
    { en: 'Nothing. The sockets of waiting pages', ko: '없음. 대기 페이지의 소켓' },
    'The page closes',
    '페이지를 닫을 때까지',
  ),
  BarocertRequest: {
    content: {
      en: 'A request through Barocert: name, number, and identity (encrypted with KEYS), the vendor’s receipt, and the outcome',
      ko: '바로써트를 통한 요청: 이름, 번호, 신원 정보(KEYS로 암호화), 접수 아이디, 결과',
    },
    until: (duration) => ({
      en: duration(phoneRequestLifetime + approvalLifetime),
      ko: duration(phoneRequestLifetime + approvalLifetime),
    }),
  },
  PushedRequest: {
    content: { en: 'The fact that a pushed request was used', ko: '푸시된 인가 요청을 사용했다는 사실' },
    until: (duration) => ({ en: duration(usedRequestLifetime), ko: duration(usedRequestLifetime) }),
  },
  ...serviceCookies,
};
