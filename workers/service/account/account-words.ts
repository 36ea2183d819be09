import type { Language } from '../../core/http/language.ts';

/** Texts of the account pages, with `{…}` as placeholders. */
const en = {
  title: 'Connected services',
  start: {
    lead: 'See which services you are connected with through your phone number, what each of them receives, and end what you no longer want.',
    how: 'First we ask your phone whether it is you: a request named “Connected services” appears there. Nothing is passed on to anybody.',
    submit: 'Continue with my phone number',
  },
  list: {
    lead: 'You can make changes here until {time}. After that we ask your phone again.',
    none: 'You are not connected with any service.',
    recipient: 'Who receives',
    purpose: 'What for',
    receives: 'What it receives',
    since: 'Agreed on',
    identifier: 'an identifier for you',
    gone: 'A service that is no longer offered',
    automatic: 'Automatic login',
    unknownBrowser: 'Unknown browser',
    period: 'since {since}, until {until}',
    endDevice: 'Switch off',
    endDeviceOf: 'Switch off: automatic login at {application}, {browser}',
    disconnect: 'Disconnect',
    disconnectOf: 'Disconnect {application}',
    disconnectAll: 'Disconnect all',
    signOut: 'Sign out',
  },
  signIns: {
    title: 'Your last sign-ins',
    known: 'a browser that had signed in before',
    unknown: 'a new browser',
    forget: 'Forget all browsers that know my number',
    forgetHint:
      'A browser that has signed in with your number counts as known: it may ask your phone while strangers have to wait. Forget them all where you have lost a device or do not know a sign-in.',
  },
  confirm: {
    one: 'Disconnect {application}?',
    all: 'Disconnect all {count} services?',
    effect:
      'Your consent and automatic login end at once. At the next login you are asked for your consent again.',
    limits:
      'What a service has already received, and your account there, it keeps under its own rules. Ask the service where you want that deleted.',
    back: 'Go back',
  },
  notices: {
    disconnected: 'The service was disconnected.',
    allDisconnected: 'All services were disconnected.',
    loginEnded: 'Automatic login was switched off.',
    browsersForgotten: 'All browsers that knew your number are forgotten.',
    noticeEnded: 'It was ended. To see everything that you are connected with, go on below.',
    noticeOver:
      'There is nothing left to end: it has ended before, or the address is older than 30 days or was cut. To see what you are connected with, and end it, go on below.',
    signedOut: 'You are signed out.',
    ended:
      'You were signed out in the meantime, so nothing was changed. Please continue with your phone number again.',
    untold:
      'Your phone did not say that this page would open, so it stays closed. You can end a connection at the service itself. Our help page tells you more, if there is one below.',
    denied:
      'It was not approved on the phone: it was denied, a wrong number was chosen, or a newer sign-in took its place. Please continue with your phone number again.',
    failed: 'That did not work: the confirmation was too old, or began in another browser. Please try again.',
  },
  refused: {
    title: 'This request isn’t valid',
    text: 'Nothing was changed. Open the page again and repeat what you wanted to do.',
  },
  unavailable: {
    title: 'This does not work at the moment',
    text: 'There is a fault on our side. Please try again in a moment.',
  },
  open: 'Open the page again',
};

type Words = typeof en;

const ko: Words = {
  title: '연결된 서비스 관리',
  start: {
    lead: '휴대폰 번호로 연결된 서비스와 각 서비스가 제공받는 정보를 확인하고, 더 이상 원하지 않는 연결을 끊을 수 있습니다.',
    how: '먼저 휴대폰으로 본인인지 확인합니다. 휴대폰에 ‘연결된 서비스 관리’라는 이름의 요청이 표시됩니다. 누구에게도 정보를 전달하지 않습니다.',
    submit: '휴대폰 번호로 계속하기',
  },
  list: {
    lead: '{time}까지 바꿀 수 있습니다. 그 뒤에는 휴대폰으로 다시 확인합니다.',
    none: '연결된 서비스가 없습니다.',
    recipient: '제공받는 자',
    purpose: '이용 목적',
    receives: '제공 항목',
    since: '동의한 날',
    identifier: '나를 구분하는 식별자',
    gone: '더 이상 제공되지 않는 서비스',
    automatic: '자동 로그인',
    unknownBrowser: '알 수 없는 브라우저',
    period: '{since}부터 {until}까지',
    endDevice: '끄기',
    endDeviceOf: '{application} 자동 로그인 끄기: {browser}',
    disconnect: '연결 끊기',
    disconnectOf: '{application} 연결 끊기',
    disconnectAll: '모두 끊기',
    signOut: '로그아웃',
  },
  signIns: {
    title: '최근 로그인',
    known: '전에 로그인한 브라우저',
    unknown: '새 브라우저',
    forget: '내 번호를 아는 브라우저 모두 잊기',
    forgetHint:
      '내 번호로 로그인한 브라우저는 아는 브라우저로 여겨, 모르는 브라우저가 기다리는 동안에도 휴대폰에 요청할 수 있습니다. 기기를 잃어버렸거나 모르는 로그인이 있으면 모두 잊게 하세요.',
  },
  confirm: {
    one: '{application} 연결을 끊을까요?',
    all: '서비스 {count}개의 연결을 모두 끊을까요?',
    effect: '동의와 자동 로그인이 바로 끝납니다. 다음에 로그인할 때 다시 동의를 묻습니다.',
    limits:
      '서비스가 이미 제공받은 정보와 그 서비스의 계정은 해당 서비스의 방침에 따라 보관됩니다. 삭제를 원하면 해당 서비스에 요청해 주세요.',
    back: '돌아가기',
  },
  notices: {
    disconnected: '연결을 끊었습니다.',
    allDisconnected: '모든 연결을 끊었습니다.',
    loginEnded: '자동 로그인을 껐습니다.',
    browsersForgotten: '내 번호를 아는 브라우저를 모두 잊었습니다.',
    noticeEnded: '끝냈습니다. 연결된 서비스를 모두 보려면 아래에서 계속하세요.',
    noticeOver:
      '끝낼 것이 없습니다. 이미 끝났거나, 30일이 지났거나, 주소가 잘렸습니다. 연결된 서비스를 보고 끊으려면 아래에서 계속하세요.',
    signedOut: '로그아웃했습니다.',
    ended: '그사이 로그아웃되어 아무것도 바꾸지 않았습니다. 휴대폰 번호로 다시 확인해 주세요.',
    untold:
      '이 화면이 열린다는 것을 휴대폰에서 알리지 않아 열지 않았습니다. 연결은 각 서비스에서 직접 끊을 수 있습니다. 아래에 고객 지원 링크가 있으면 도움을 받을 수 있습니다.',
    denied:
      '휴대폰에서 승인되지 않았습니다. 거절했거나, 다른 숫자를 선택했거나, 새로 시작한 로그인으로 바뀐 경우입니다. 휴대폰 번호로 다시 확인해 주세요.',
    failed: '확인하지 못했습니다. 시간이 지났거나 다른 브라우저에서 시작한 확인입니다. 다시 시도해 주세요.',
  },
  refused: {
    title: '처리할 수 없는 요청입니다',
    text: '바뀐 것은 없습니다. 화면을 다시 열고 원하는 작업을 다시 해 주세요.',
  },
  unavailable: {
    title: '지금은 처리할 수 없습니다',
    text: '일시적인 오류입니다. 잠시 후 다시 시도해 주세요.',
  },
  open: '화면 다시 열기',
};

export const words: Record<Language, Words> = { ko, en };
