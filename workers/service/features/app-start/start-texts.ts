import type { Language } from '../../../core/http/language.ts';

/** The texts of app-initiated sign-in. `{…}` is a placeholder. */
const en = {
  link: {
    any: 'Sign in with your carrier’s app',
    own: 'Sign in with the {carrier} app',
    title: 'Continue in {app}',
    lead: 'Open {app} here and approve the sign-in. You then return to this browser.',
  },
  code: {
    any: 'Sign in with a QR code',
    own: 'Sign in with a QR code of {carrier}',
    title: 'Scan this code with {app}',
    lead: 'Open {app} on your phone, scan the code, and approve the sign-in.',
    label: 'A code for {app}. It changes every second.',
    orType: 'Or enter these digits in the app',
    type: 'Enter these digits in the app',
  },
  or: 'or',
  byNumber: 'Sign in with my number instead',
  help: {
    heading: 'App not opening?',
    byNumber: 'You can also sign in with your phone number.',
  },
  otherTab: {
    title: 'The sign-in continues in another tab',
    text: 'You approved it. Continue on the screen that the app opened.',
    otherBrowser: {
      summary: 'Did another browser open?',
      text: 'The sign-in can’t continue there. Sign in here with your phone number.',
    },
  },
};

const ko: typeof en = {
  link: {
    any: '통신사 앱으로 로그인',
    own: '{carrier} 앱으로 로그인',
    title: '{app}에서 계속하기',
    lead: '이 기기에서 {app}을 열어 로그인을 승인해 주세요. 승인하면 이 브라우저로 돌아옵니다.',
  },
  code: {
    any: 'QR 코드로 로그인',
    own: '{carrier} QR 코드로 로그인',
    title: '{app}으로 코드를 스캔해 주세요',
    lead: '휴대폰에서 {app}을 열고 코드를 스캔한 다음 로그인을 승인해 주세요.',
    label: '{app}에서 스캔할 코드입니다. 1초마다 바뀝니다.',
    orType: '또는 앱에 이 숫자를 입력해 주세요',
    type: '앱에 이 숫자를 입력해 주세요',
  },
  or: '또는',
  byNumber: '휴대폰 번호로 로그인하기',
  help: {
    heading: '앱이 열리지 않나요?',
    byNumber: '앱 대신 휴대폰 번호로 로그인할 수도 있습니다.',
  },
  otherTab: {
    title: '다른 탭에서 로그인이 이어집니다',
    text: '승인되었습니다. 앱이 연 화면에서 계속해 주세요.',
    otherBrowser: {
      summary: '다른 브라우저가 열렸나요?',
      text: '그 브라우저에서는 이어지지 않습니다. 여기에서 휴대폰 번호로 로그인해 주세요.',
    },
  },
};

export const startTexts: Record<Language, typeof en> = { ko, en };
