import type { Language } from '../core/language.ts';

const en = {
  denied: 'Sign-in cancelled',
  over: 'This sign-in is over',
  refused: 'The sign-in did not work',
  silent: 'The login service does not answer',
  pending: 'One moment',
  faulty: 'This address cannot be used as it is',
  stillConnected: 'You are still connected',
  startAgain: 'Start again',
  back: 'Back',
  nothingLost: 'Nothing is lost: you can simply sign in again.',
};

const ko: Record<keyof typeof en, string> = {
  denied: '로그인이 취소되었습니다',
  over: '이미 끝난 로그인입니다',
  refused: '로그인하지 못했습니다',
  silent: '로그인 서비스가 응답하지 않습니다',
  pending: '잠시만 기다려 주세요',
  faulty: '사용할 수 없는 주소입니다',
  stillConnected: '연결을 해제하지 못했습니다',
  startAgain: '다시 로그인하기',
  back: '돌아가기',
  nothingLost: '걱정하지 마세요. 다시 로그인하면 됩니다.',
};

/** The words of the gateway's own pages, besides the messages of core/messages.ts. */
export const words: Record<Language, Record<keyof typeof en, string>> = { ko, en };
export type Word = keyof typeof en;
