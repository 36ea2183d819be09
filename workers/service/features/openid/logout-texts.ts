import type { Language } from '../../../core/http/language.ts';

const en = {
  refused: {
    title: 'You couldn’t be signed out',
    text: 'The link isn’t valid. Go back to the service and sign out there again.',
  },
  confirm: {
    title: 'Sign out of {application}?',
    text: 'This browser signs in to {application} automatically. After you sign out, the next sign-in needs your phone.',
  },
  confirmAll: {
    title: 'Sign out in this browser?',
    text: 'Your session and automatic sign-in end. The next sign-in needs your phone.',
  },
  signOut: 'Sign out',
  cancel: 'Cancel',
  signedOut: {
    title: 'You are signed out',
    text: 'Automatic sign-in is off in this browser.',
    way: 'Connected services',
  },
};

const ko: typeof en = {
  refused: {
    title: '로그아웃하지 못했습니다',
    text: '주소가 올바르지 않습니다. 서비스로 돌아가 다시 로그아웃해 주세요.',
  },
  confirm: {
    title: '{application}에서 로그아웃할까요?',
    text: '이 브라우저는 {application}에 자동으로 로그인합니다. 로그아웃하면 다음 로그인 때 휴대폰으로 확인합니다.',
  },
  confirmAll: {
    title: '이 브라우저에서 로그아웃할까요?',
    text: '이 브라우저의 세션과 자동 로그인이 끝납니다. 다음 로그인 때 휴대폰으로 확인합니다.',
  },
  signOut: '로그아웃',
  cancel: '취소',
  signedOut: {
    title: '로그아웃되었습니다',
    text: '이 브라우저에서는 자동 로그인이 꺼져 있습니다.',
    way: '연결된 서비스 관리',
  },
};

/** Texts of the sign-out pages. */
export const logoutTexts: Record<Language, typeof en> = { ko, en };
