import type { Language } from '../../../core/http/language.ts';
import { attributeTextsVersion, textsAt, type Worded } from '../../../core/protocol/attribute-texts.ts';

/** The sentences of the consent page. `{…}` is filled in; every other language has the same keys. */
const firstEn = {
  title: 'Share your details with {application}?',
  recipient: 'Who receives it',
  purpose: 'What for',
  retention: 'Kept',
  required: 'Items (required)',
  optional: 'Items (optional)',
  guardian: 'Consent of your parent or guardian',
  whole: 'Show all of it',
  unread: 'Read what is below ↓',
  details: 'What each of these means',
  plid: 'An identifier for you',
  plidHint: 'So that {application} knows you again. It is not your phone number.',
  mayRefuse:
    'You may refuse. Without your consent you can’t sign in to {application} with your phone number.',
  mayRefuseOptional: 'You can sign in without the optional items.',
  privacyNotice: 'Privacy notice of {application}',
  support: 'Contact {application}',
  agree: 'Agree',
  refuse: 'Don’t agree',
  once: 'You are asked only once, unless {application} changes what is written here, asks for more, or you disconnect there.',
  changed: '{application} has just changed what is written here. Read it again before you agree.',
};
export type ConsentWords = typeof firstEn;

const firstKo: ConsentWords = {
  title: '{application}에 개인정보를 제공할까요?',
  recipient: '제공받는 자',
  purpose: '이용 목적',
  retention: '보유·이용 기간',
  required: '제공 항목 [필수]',
  optional: '제공 항목 [선택]',
  guardian: '법정대리인의 동의',
  whole: '더 보기',
  unread: '아래 내용 확인하기 ↓',
  details: '항목별 설명',
  plid: '나를 구분하는 식별자',
  plidHint: '{application}에서 나를 다시 알아보는 데 쓰입니다. 휴대폰 번호가 아닙니다.',
  mayRefuse: '동의하지 않을 수 있습니다. 동의하지 않으면 {application}에 휴대폰 번호로 로그인할 수 없습니다.',
  mayRefuseOptional: '선택 항목은 동의하지 않아도 로그인할 수 있습니다.',
  privacyNotice: '{application} 개인정보 처리방침',
  support: '{application} 고객 문의',
  agree: '동의하고 계속',
  refuse: '동의하지 않기',
  once: '한 번만 묻습니다. {application}에서 이 안내를 바꾸거나 정보를 더 요청할 때, 연결을 끊은 뒤에는 다시 묻습니다.',
  changed: '{application}에서 방금 이 안내를 바꾸었습니다. 다시 확인한 뒤 동의해 주세요.',
};

/**
 * Every version of these sentences that people have agreed to; an account keeps which one it was. One that was released is never
 * edited: other words stand behind it, with the next version in `since`, and a person is not asked again only for that.
 */
export const consentWords: readonly Worded<ConsentWords>[] = [{ since: 1, ko: firstKo, en: firstEn }];

/** The version of the page's words, those of attributes included. */
export const wordsVersion = Math.max(attributeTextsVersion, ...consentWords.map(({ since }) => since));

export const currentWords = (language: Language): ConsentWords =>
  textsAt(consentWords, wordsVersion)[language];
