import {
  accessTokenLifetime,
  automaticLoginLifetime,
  browserKnownNumbersLifetime,
  passkeyLifetime,
  rememberedFormLifetime,
  signInExtensionPeriod,
  stepLifetime,
} from '../../workers/service/settings/service-lifetimes.ts';
import { type StoredText, stored } from './stored-texts.ts';

/** What the service stores in cookies, in the page's order. */
export const serviceCookies: Record<string, StoredText> = {
  '__Host-plid-sign-in-': {
    content: {
      en: 'A sign-in: request, phone number, number to match, and the key of its attributes. Encrypted',
      ko: '진행 중인 로그인: 요청, 휴대폰 번호, 맞출 숫자, 항목의 키. 암호화',
    },
    until: (duration) => ({
      en: `${duration(stepLifetime)} from each step, ${duration(signInExtensionPeriod)} in all`,
      ko: `단계마다 ${duration(stepLifetime)}, 최대 ${duration(signInExtensionPeriod)}`,
    }),
  },
  '__Host-plid-device-': {
    content: {
      en: 'A device with automatic login: `plid`, device, number, carrier, and a counter. Encrypted',
      ko: '자동 로그인 기기: `plid`, 기기, 번호, 통신사, 횟수. 암호화',
    },
    until: (duration) => ({ en: duration(automaticLoginLifetime), ko: duration(automaticLoginLifetime) }),
  },
  '__Host-plid-numbers': {
    content: {
      en: 'Pseudonyms of at most five numbers with which the browser has signed in. Encrypted',
      ko: '브라우저가 로그인한 번호의 가명. 최대 5개. 암호화',
    },
    until: (duration) => ({
      en: duration(browserKnownNumbersLifetime),
      ko: duration(browserKnownNumbersLifetime),
    }),
  },
  '__Host-plid-form': {
    content: {
      en: 'Name, number, and carrier of the form. Encrypted',
      ko: '입력한 이름, 번호, 통신사. 암호화',
    },
    until: (duration) => ({
      en: `${duration(signInExtensionPeriod)}. If the user wants: ${duration(rememberedFormLifetime)} from the last use`,
      ko: `${duration(signInExtensionPeriod)}. 사용자가 선택하면 마지막 사용부터 ${duration(rememberedFormLifetime)}`,
    }),
  },
  '__Host-plid-passkey': {
    content: {
      en: 'Whether a user of this browser was asked to create a passkey, or has created one',
      ko: '이 브라우저에서 패스키를 물었는지, 만들었는지',
    },
    until: (duration) => ({ en: duration(passkeyLifetime), ko: duration(passkeyLifetime) }),
  },
  '__Host-plid-language': stored({ en: 'Language of the pages', ko: '페이지의 언어' }, '400 days', '400일'),
  '__Host-plid-account': {
    content: { en: 'A session at `/account`. Encrypted', ko: '`/account`의 세션. 암호화' },
    until: (duration) => ({ en: duration(accessTokenLifetime), ko: duration(accessTokenLifetime) }),
  },
  '__Host-plid-account-verifier': stored(
    { en: 'PKCE verifier of a sign-in for `/account`', ko: '`/account` 로그인의 PKCE verifier' },
    'The end of the sign-in',
    '로그인이 끝날 때까지',
  ),
};
