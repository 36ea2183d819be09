import type { Language } from '../../../core/http/language.ts';

/** The texts of passkeys on the pages of a sign-in. `{…}` is a placeholder. */
const en = {
  signIn: 'Sign in with a passkey',
  failed: 'No passkey was used. You can try again, or sign in with your phone number.',
  create: {
    title: 'Sign in with one touch next time?',
    lead: 'With a passkey, this device signs you in with your fingerprint, face, or screen lock. You won’t need to approve on your phone.',
    number: 'For {number}',
    hint: 'Don’t create one on a shared device. You can delete it at “Connected services”.',
    submit: 'Create a passkey',
    failed: 'No passkey was created. You can try again, or continue without one.',
    skip: 'Continue without a passkey',
  },
};

const ko: typeof en = {
  signIn: '패스키로 로그인',
  failed: '패스키를 사용하지 않았습니다. 다시 시도하거나 휴대폰 번호로 로그인해 주세요.',
  create: {
    title: '다음에는 한 번에 로그인할까요?',
    lead: '패스키를 만들면 이 기기에서 지문, 얼굴, 화면 잠금으로 로그인합니다. 휴대폰에서 승인하지 않아도 됩니다.',
    number: '{number} 번호의 패스키',
    hint: '여럿이 쓰는 기기에는 만들지 마세요. 패스키는 연결 관리에서 삭제할 수 있습니다.',
    submit: '패스키 만들기',
    failed: '패스키를 만들지 않았습니다. 다시 시도하거나 패스키 없이 계속할 수 있습니다.',
    skip: '패스키 없이 계속',
  },
};

export const passkeyTexts: Record<Language, typeof en> = { ko, en };
