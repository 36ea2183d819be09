import type { Language } from '../../../core/http/language.ts';
import {
  attributeTextsVersion,
  textsAt,
  type VersionedTexts,
} from '../../../core/protocol/attribute-texts.ts';

/** The texts of the consent page. `{…}` is a placeholder. Every language has the same keys. */
const firstEn = {
  title: 'Share your details with {application}?',
  recipient: 'Recipient',
  purpose: 'Purpose',
  retention: 'Retention period',
  required: 'Required',
  optional: 'Optional',
  guardian: 'Guardian’s consent',
  whole: 'Show all',
  unread: 'Read the rest below ↓',
  details: 'About each item',
  plid: 'Your ID at this service',
  plidHint: 'Lets {application} recognize you. It is not your phone number.',
  mayRefuse: 'You may refuse. Then you can’t sign in to {application} with your phone number.',
  mayRefuseOptional: 'You can sign in without the optional items.',
  privacyNotice: 'Privacy notice of {application}',
  support: 'Contact {application}',
  agree: 'Agree and continue',
  refuse: 'Don’t agree',
  once: 'You are asked only once, unless the notice changes, more items are requested, or you disconnect.',
  changed: '{application} has just changed this notice. Read it again before you agree.',
};
export type ConsentTexts = typeof firstEn;

const firstKo: ConsentTexts = {
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
  plid: '이 서비스 전용 회원 식별값',
  plidHint: '{application}에서 회원을 구분하는 데 사용합니다. 휴대폰 번호가 아닙니다.',
  mayRefuse: '동의를 거부할 수 있습니다. 동의하지 않으면 {application}에 휴대폰 번호로 로그인할 수 없습니다.',
  mayRefuseOptional: '선택 항목은 동의하지 않아도 로그인할 수 있습니다.',
  privacyNotice: '{application} 개인정보 처리방침',
  support: '{application} 고객 문의',
  agree: '동의하고 계속',
  refuse: '동의하지 않기',
  once: '동의는 한 번만 받습니다. 안내가 바뀌거나 항목이 늘거나 연결을 끊은 경우에만 다시 받습니다.',
  changed: '{application}에서 방금 이 안내를 변경했습니다. 다시 확인한 뒤 동의해 주세요.',
};

/**
 * Every released version of these texts. An account stores the version that its user agreed to. Never edit a
 * released version. Instead, append the new texts with the next version in `since`. A new version by itself does
 * not ask users for consent again.
 */
export const consentTexts: readonly VersionedTexts<ConsentTexts>[] = [{ since: 1, ko: firstKo, en: firstEn }];

/** The version of the page's texts, including those of the attributes. */
export const consentTextsVersion = Math.max(attributeTextsVersion, ...consentTexts.map(({ since }) => since));

export const currentConsentTexts = (language: Language): ConsentTexts =>
  textsAt(consentTexts, consentTextsVersion)[language];
