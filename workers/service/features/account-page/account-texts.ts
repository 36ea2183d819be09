import type { Language } from '../../../core/http/language.ts';

/** Texts of the account pages, with `{…}` as placeholders. */
const en = {
  title: 'Connected services',
  start: {
    lead: 'See the services connected to your number. Disconnect any of them.',
    how: {
      summary: 'How do you check that it’s me?',
      text: 'With a request named “Connected services” on your phone. No information is shared.',
    },
    submit: 'Continue with my phone number',
  },
  list: {
    lead: 'You can make changes until {time}. After that, confirm on your phone again.',
    none: 'You have no connected services.',
    recipient: 'Recipient',
    purpose: 'Purpose',
    receives: 'Items',
    retention: 'Retention period',
    since: 'Agreed on',
    identifier: 'your ID at this service',
    gone: 'A service that is no longer offered',
    automatic: 'Automatic sign-in',
    period: 'since {since}, until {until}',
    endDevice: 'Switch off',
    endDeviceOf: 'Switch off automatic sign-in for {application} ({browser})',
    disconnect: 'Disconnect',
    disconnectOf: 'Disconnect {application}',
    disconnectAll: 'Disconnect all',
    signOut: 'Sign out',
  },
  signIns: {
    title: 'Recent sign-ins',
    known: 'known device',
    unknown: 'new device',
    forget: 'Clear all remembered devices',
    forgetHint:
      'If you lost a device or don’t recognize a sign-in, clear all remembered devices. From the next sign-in on, every device is shown as “new device”.',
  },
  data: {
    title: 'Your data',
    correction:
      'Your name, phone number, and similar data come from your carrier, so ask your carrier to correct them. Services receive the corrected data at your next sign-in with the phone.',
    download: 'Download my data',
    downloadHint: 'You get the data on this page as a JSON file.',
  },
  confirm: {
    one: 'Disconnect {application}?',
    all: 'Disconnect all {count} services?',
    effect: 'Your consent and automatic sign-in end immediately.',
    limits: {
      summary: 'What happens to my data there?',
      text: 'The service keeps the information that it has already received, and your account there, under its own policy. To have them deleted, contact the service. If you sign in again, you are asked for consent.',
    },
    back: 'Go back',
  },
  notices: {
    disconnected: 'The service was disconnected.',
    allDisconnected: 'All services were disconnected.',
    loginEnded: 'Automatic sign-in was switched off.',
    passkeyEnded: 'The passkey was deleted.',
    browsersForgotten: 'All remembered devices were cleared.',
    noticeEnded: 'Done.',
    noticeKept: 'Nothing was changed.',
    noticeOver: 'This notice was already handled, has expired, or its link is incomplete.',
    signedOut: 'You are signed out.',
    ended: 'You were signed out, so nothing was changed.',
    notShown: 'Your carrier’s app doesn’t support this page. You can disconnect at each service.',
    denied: 'The request was denied, or a different number was chosen.',
    failed: 'We couldn’t confirm that it’s you. It took too long, or was started in another browser.',
  },
  refused: {
    title: 'This request isn’t valid',
    text: 'Nothing was changed. Open the page again and repeat what you were doing.',
  },
  unavailable: {
    title: 'Something went wrong',
    text: 'There is a temporary problem. Please try again in a moment.',
  },
  open: 'Open the page again',
};

type Words = typeof en;

const ko: Words = {
  title: '연결된 서비스 관리',
  start: {
    lead: '내 번호로 연결된 서비스를 확인하고, 원하지 않는 연결을 끊을 수 있습니다.',
    how: {
      summary: '본인인지 어떻게 확인하나요?',
      text: '휴대폰에 ‘연결된 서비스 관리’라는 이름의 요청을 보냅니다. 정보는 다른 곳에 전달되지 않습니다.',
    },
    submit: '휴대폰 번호로 계속하기',
  },
  list: {
    lead: '{time}까지 변경할 수 있습니다. 그 뒤에는 휴대폰으로 다시 확인합니다.',
    none: '연결된 서비스가 없습니다.',
    recipient: '제공받는 자',
    purpose: '이용 목적',
    receives: '제공 항목',
    retention: '보유·이용 기간',
    since: '동의한 날',
    identifier: '이 서비스 전용 회원 식별값',
    gone: '더 이상 제공되지 않는 서비스',
    automatic: '자동 로그인',
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
    known: '로그인한 적 있는 기기',
    unknown: '새 기기',
    forget: '로그인했던 기기 기록 모두 지우기',
    forgetHint:
      '기기를 잃어버렸거나 모르는 로그인이 있다면 기록을 지워 주세요. 다음 로그인부터 모든 기기가 새 기기로 표시됩니다.',
  },
  data: {
    title: '내 데이터',
    correction:
      '이름, 휴대폰 번호 같은 정보는 통신사가 제공하므로 통신사에서 정정해 주세요. 정정한 정보는 다음에 휴대폰으로 로그인할 때 서비스에 제공됩니다.',
    download: '내 데이터 내려받기',
    downloadHint: '이 페이지에 표시된 데이터를 JSON 파일로 받습니다.',
  },
  confirm: {
    one: '{application} 연결을 끊을까요?',
    all: '서비스 {count}개의 연결을 모두 끊을까요?',
    effect: '동의와 자동 로그인이 바로 해제됩니다.',
    limits: {
      summary: '이미 제공된 정보는 어떻게 되나요?',
      text: '이미 제공된 정보와 해당 서비스의 계정은 그 서비스의 방침에 따라 보관됩니다. 삭제를 원하면 해당 서비스에 요청해 주세요. 다시 로그인하면 동의를 다시 받습니다.',
    },
    back: '돌아가기',
  },
  notices: {
    disconnected: '연결을 끊었습니다.',
    allDisconnected: '모든 연결을 끊었습니다.',
    loginEnded: '자동 로그인을 껐습니다.',
    passkeyEnded: '패스키를 삭제했습니다.',
    browsersForgotten: '로그인했던 기기 기록을 모두 지웠습니다.',
    noticeEnded: '처리했습니다.',
    noticeKept: '변경한 내용이 없습니다.',
    noticeOver: '이미 처리했거나 만료된 알림입니다. 링크가 잘렸을 수도 있습니다.',
    signedOut: '로그아웃했습니다.',
    ended: '로그아웃되어 변경된 내용이 없습니다.',
    notShown: '사용 중인 통신사 앱이 이 기능을 지원하지 않습니다. 연결은 각 서비스에서 끊을 수 있습니다.',
    denied: '거절했거나 다른 숫자를 선택했습니다.',
    failed: '확인하지 못했습니다. 시간이 지났거나 다른 브라우저에서 시작했습니다.',
  },
  refused: {
    title: '처리할 수 없는 요청입니다',
    text: '변경된 내용은 없습니다. 화면을 다시 열어 다시 시도해 주세요.',
  },
  unavailable: {
    title: '지금은 처리할 수 없습니다',
    text: '일시적인 오류입니다. 잠시 후 다시 시도해 주세요.',
  },
  open: '화면 다시 열기',
};

export const accountTexts: Record<Language, Words> = { ko, en };
