import type { Language } from '../../../core/http/language.ts';
import type { NoticeLink } from '../../settings/service-sealed-types.ts';

interface KindWords {
  title: string;
  effect: string;
  /** Further effects, folded. */
  more: string;
  submit: string;
}

interface Words extends Record<NoticeLink['kind'], KindWords> {
  /** Time of the sign-in. */
  when: string;
  /** Unfolds the further effects. */
  details: string;
  /** Label of the button for a user who recognizes the sign-in. */
  mine: string;
}

/** Texts of the page behind a notice's link, with `{…}` as placeholders. */
const en: Words = {
  when: 'The sign-in was on {time}.',
  details: 'What else changes?',
  mine: 'No, it was me',
  new_browser: {
    title: 'Sign the new device out of {application}?',
    effect: 'Your other devices are signed out of {application}, too.',
    more: 'The new device’s automatic sign-in ends, and it can’t send requests to your phone for a day. Next time, sign in with your phone.',
    submit: 'End this sign-in',
  },
  automatic_login: {
    title: 'Switch off automatic sign-in for {application}?',
    effect: 'The next sign-in on that device needs your phone.',
    more: 'The device stays signed in until then.',
    submit: 'Switch it off',
  },
  consent: {
    title: 'Disconnect {application}?',
    effect: 'Your consent and automatic sign-in end immediately.',
    more: '{application} keeps the information that it has already received, under its own policy. To have it deleted, contact {application}.',
    submit: 'Disconnect',
  },
  passkey: {
    title: 'Delete the new passkey?',
    effect: 'No device can sign in to your connected services with it any longer.',
    more: 'The passkey was created after a sign-in to {application}, and signs in to every connected service. A device that is signed in stays signed in for now.',
    submit: 'Delete the passkey',
  },
};

const ko: Words = {
  when: '{time}에 로그인했습니다.',
  details: '또 무엇이 바뀌나요?',
  mine: '아니요, 제가 한 로그인입니다',
  new_browser: {
    title: '{application}에 새로 로그인한 기기를 로그아웃할까요?',
    effect: '{application}에 로그인한 다른 기기도 함께 로그아웃됩니다.',
    more: '새 기기의 자동 로그인이 끝나고, 그 기기에서는 하루 동안 내 휴대폰에 요청을 보낼 수 없습니다. 다음에는 휴대폰으로 로그인해 주세요.',
    submit: '이 로그인 끝내기',
  },
  automatic_login: {
    title: '{application} 자동 로그인을 끌까요?',
    effect: '그 기기에서 다음에 로그인할 때 휴대폰으로 확인합니다.',
    more: '그때까지는 로그인 상태가 유지됩니다.',
    submit: '끄기',
  },
  consent: {
    title: '{application} 연결을 끊을까요?',
    effect: '동의와 자동 로그인이 바로 해제됩니다.',
    more: '{application}에 이미 제공된 정보는 해당 서비스의 방침에 따라 보관되니, 삭제를 원하면 해당 서비스에 요청해 주세요.',
    submit: '연결 끊기',
  },
  passkey: {
    title: '새 패스키를 삭제할까요?',
    effect: '삭제하면 어느 기기에서도 이 패스키로 로그인할 수 없습니다.',
    more: '{application}에 로그인한 뒤 만든 패스키이며, 연결된 모든 서비스에 로그인할 수 있습니다. 이미 로그인한 기기의 로그인 상태는 유지됩니다.',
    submit: '패스키 삭제',
  },
};

export const noticeTexts: Record<Language, Words> = { en, ko };
