import type { Language } from '../../../core/http/language.ts';

const en = {
  confirm: {
    title: 'Sign out?',
    text: 'You are signed in to {host}. This ends your session in this browser.',
    signOut: 'Sign out',
    cancel: 'Cancel',
  },
  signedOut: {
    title: 'You are signed out',
    text: 'This browser is not signed in to {host}.',
    way: 'Back',
  },
};

const ko: typeof en = {
  confirm: {
    title: '로그아웃할까요?',
    text: '{host}에 로그인되어 있습니다. 로그아웃하면 이 브라우저의 세션이 끝납니다.',
    signOut: '로그아웃',
    cancel: '취소',
  },
  signedOut: {
    title: '로그아웃되었습니다',
    text: '이 브라우저는 {host}에 로그인되어 있지 않습니다.',
    way: '돌아가기',
  },
};

/** Page texts for a sign-out by a relying party. */
export const partyLogoutTexts: Record<Language, typeof en> = { ko, en };
