import type { Language } from '../../core/http/language.ts';

const en = {
  /** Texts for `access_denied`, by the reason that the service reports. */
  notApproved: {
    denied: {
      title: 'Not approved on the phone',
      text: 'The request was denied, or a different number was chosen.',
      details: {
        summary: 'Didn’t start this request yourself?',
        text: 'Someone may be trying to sign in with your number. Always deny such a request, and never choose a number that someone else gives you. Starting another sign-in also ends the earlier one.',
      },
    },
    wrongNumber: {
      title: 'A different number was chosen',
      text: 'A second wrong number ends the sign-in. Choose the number on the screen.',
    },
    underage: {
      title: 'You are too young to sign in here',
      text: 'You must be signed in to see this page. No information was shared or stored.',
    },
    required: { title: 'Please sign in', text: 'You must be signed in to see this page.' },
  },
  stillConnected: 'You are still connected',
  stillSignedIn: 'You are still signed in',
  notAvailable: 'This page is not available right now',
  tryAgain: 'Try again',
  startAgain: 'Sign in again',
  back: 'Back',
  toPage: 'Go to {page}',
  toUnnamedPage: 'Go to the page you wanted',
  toApp: 'Back to the app',
  toAppText: 'If the app does not open by itself, press the button.',
  openApp: 'Open the app',
  /** Texts of the page for the browser of an application (login/in-app-browser-page.tsx). */
  inAppBrowser: {
    title: 'Sign in with your own browser?',
    text: 'This page is open inside another app. Your own browser remembers you.',
    open: 'Open my browser',
    here: 'Continue here',
    menu: 'To open your own browser, open the menu of this screen and choose to open the page in a browser.',
    menuOtherwise:
      'If your browser doesn’t open, choose to open the page in a browser in the menu of this screen.',
  },
};

const ko: typeof en = {
  notApproved: {
    denied: {
      title: '휴대폰에서 승인되지 않았습니다',
      text: '거절했거나 다른 숫자를 선택했습니다.',
      details: {
        summary: '직접 시작하지 않은 요청이었나요?',
        text: '다른 사람이 내 번호로 로그인을 시도한 것일 수 있습니다. 그런 요청은 항상 거절하고, 다른 사람이 알려 준 숫자는 선택하지 마세요. 다른 곳에서 새로 로그인을 시작해도 이전 로그인이 끝납니다.',
      },
    },
    wrongNumber: {
      title: '다른 숫자를 선택했습니다',
      text: '숫자를 두 번 잘못 선택하면 로그인이 중단됩니다. 화면의 숫자를 선택해 주세요.',
    },
    underage: {
      title: '나이 제한으로 로그인할 수 없습니다',
      text: '로그인해야 볼 수 있는 페이지입니다. 전달하거나 저장한 정보는 없습니다.',
    },
    required: { title: '로그인이 필요합니다', text: '로그인해야 볼 수 있는 페이지입니다.' },
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
  inAppBrowser: {
    title: '기본 브라우저에서 로그인할까요?',
    text: '다른 앱 안에서 열린 화면입니다. 기본 브라우저에서는 로그인이 유지됩니다.',
    open: '기본 브라우저에서 열기',
    here: '여기에서 계속하기',
    menu: '기본 브라우저로 열려면 이 화면의 메뉴에서 ‘다른 브라우저로 열기’를 선택해 주세요.',
    menuOtherwise: '브라우저가 열리지 않으면 이 화면의 메뉴에서 ‘다른 브라우저로 열기’를 선택해 주세요.',
  },
};

/** Texts of the gateway's pages. */
export const gatewayTexts: Record<Language, typeof en> = { ko, en };
