import type { Language } from '../../../core/http/language.ts';

/** The texts of the page that asks a store reviewer for their code. `{…}` is a placeholder. */
const en = {
  title: 'Enter your review code',
  lead: 'This number is for app store reviewers of {application}. No request is sent to a phone.',
  code: 'Review code',
  codeHint: 'From the review notes',
  wrong: 'This code isn’t right. Copy it from the review notes again.',
  limited: 'Too many attempts. Try again in {time}.',
  submit: 'Continue',
};

const ko: typeof en = {
  title: '심사 코드를 입력해 주세요',
  lead: '{application} 앱 심사용 번호입니다. 휴대폰으로 요청을 보내지 않습니다.',
  code: '심사 코드',
  codeHint: '심사 메모에 적힌 코드',
  wrong: '코드가 맞지 않습니다. 심사 메모에 적힌 코드를 다시 확인해 주세요.',
  limited: '시도한 횟수가 너무 많습니다. {time} 뒤에 다시 시도해 주세요.',
  submit: '계속',
};

export const reviewTexts: Record<Language, typeof en> = { ko, en };
