import type { Language } from '../../../core/http/language.ts';
import type { NoticeLink } from '../../settings/service-sealed-types.ts';

interface Words extends Record<NoticeLink['kind'], { title: string; effect: string; submit: string }> {
  /** Time of the sign-in. */
  when: string;
  /** Explains that this page doesn't sign the user in. */
  phone: string;
}

/** Texts of the page behind a notice's link, with `{…}` as placeholders. */
const en: Words = {
  when: 'The sign-in was on {time}.',
  phone: 'This page only ends what the notice reported.',
  new_browser: {
    title: 'Sign the new device out of {application}?',
    effect:
      'That device is signed out, its automatic sign-in ends, and it can’t send requests to your phone for a day. Your other devices are signed out of {application}, too. Next time, sign in with your phone.',
    submit: 'End this sign-in',
  },
  automatic_login: {
    title: 'Switch off automatic sign-in for {application}?',
    effect:
      'The device with automatic sign-in stays signed in for now. The next time that it signs in, you’ll need to approve it on your phone.',
    submit: 'Switch it off',
  },
  consent: {
    title: 'Disconnect {application}?',
    effect:
      'Your consent and automatic sign-in end immediately. {application} keeps the information that it has already received, under its own policy. To have it deleted, contact {application}.',
    submit: 'Disconnect',
  },
  passkey: {
    title: 'Delete the new passkey?',
    effect:
      'The passkey was created after a sign-in to {application}, and signs in to every connected service. No device can sign in with it from now on. A device that is signed in stays signed in for now.',
    submit: 'Delete the passkey',
  },
};

const ko: Words = {
  when: '{time}에 로그인했습니다.',
  phone: '알림에 나온 항목만 처리하는 화면입니다.',
  new_browser: {
    title: '{application}에 새로 로그인한 기기를 로그아웃할까요?',
    effect:
      '해당 기기에서 로그아웃되고 자동 로그인이 끝나며, 하루 동안 내 휴대폰에 요청을 보낼 수 없습니다. {application}에 로그인한 다른 기기도 함께 로그아웃됩니다. 다음에는 휴대폰으로 다시 로그인해 주세요.',
    submit: '이 로그인 끝내기',
  },
  automatic_login: {
    title: '{application} 자동 로그인을 끌까요?',
    effect:
      '자동 로그인을 켠 기기에서는 다음에 로그인할 때 휴대폰으로 확인합니다. 그때까지는 로그인 상태가 유지됩니다.',
    submit: '끄기',
  },
  consent: {
    title: '{application} 연결을 끊을까요?',
    effect:
      '동의와 자동 로그인이 바로 해제됩니다. {application}에 이미 제공된 정보는 해당 서비스의 방침에 따라 보관되니, 삭제를 원하면 해당 서비스에 요청해 주세요.',
    submit: '연결 끊기',
  },
  passkey: {
    title: '새 패스키를 삭제할까요?',
    effect:
      '{application}에 로그인한 뒤 만든 패스키이며, 연결된 모든 서비스에 로그인할 수 있습니다. 삭제하면 어느 기기에서도 이 패스키로 로그인할 수 없습니다. 이미 로그인한 기기의 로그인 상태는 유지됩니다.',
    submit: '패스키 삭제',
  },
};

export const noticeTexts: Record<Language, Words> = { en, ko };
