import type { Language } from '../../core/http/language.ts';
import type { NoticeLink } from '../shared/service-sealed-types.ts';

interface Words extends Record<NoticeLink['kind'], { title: string; effect: string; submit: string }> {
  /** Time of the sign-in. */
  when: string;
  /** Explains that this page doesn't sign in. */
  phone: string;
}

/** Texts of the page behind a notice's link, with `{…}` as placeholders. */
const en: Words = {
  when: 'It was on {time}.',
  phone: 'This ends what the notice told you of, once. It opens nothing, and does not sign you in.',
  new_browser: {
    title: 'End the sign-in of a new browser at {application}?',
    effect:
      'That browser is signed out, with every other browser that is signed in at {application}, its automatic login ends, and it may not ask your phone again for a day. At your next visit you sign in with your phone.',
    submit: 'End this sign-in',
  },
  automatic_login: {
    title: 'Switch off automatic login at {application}?',
    effect:
      'The browser for which it was switched on asks your phone again at its next login. It stays signed in until then.',
    submit: 'Switch it off',
  },
  consent: {
    title: 'Disconnect {application}?',
    effect:
      'Your consent and automatic login end at once. What {application} has already received it keeps under its own rules. Ask there where you want that deleted.',
    submit: 'Disconnect',
  },
};

const ko: Words = {
  when: '{time}에 있었던 일입니다.',
  phone: '알림에 적힌 것만 한 번 끝냅니다. 아무것도 열지 않으며 로그인되지도 않습니다.',
  new_browser: {
    title: '{application}에 로그인한 새 브라우저를 내보낼까요?',
    effect:
      '그 브라우저는 로그아웃되고 자동 로그인이 끝나며, 하루 동안 내 휴대폰에 요청을 보낼 수 없습니다. {application}에 로그인한 다른 브라우저도 함께 로그아웃됩니다. 다음에 방문할 때 휴대폰으로 로그인합니다.',
    submit: '이 로그인 끝내기',
  },
  automatic_login: {
    title: '{application} 자동 로그인을 끌까요?',
    effect:
      '자동 로그인을 켠 브라우저는 다음 로그인 때 다시 휴대폰으로 확인합니다. 그때까지는 로그인 상태가 유지됩니다.',
    submit: '끄기',
  },
  consent: {
    title: '{application} 연결을 끊을까요?',
    effect:
      '동의와 자동 로그인이 바로 끝납니다. {application}이(가) 이미 제공받은 정보는 그 서비스의 방침에 따라 보관되니, 삭제를 원하면 그곳에 요청해 주세요.',
    submit: '연결 끊기',
  },
};

export const noticeWords: Record<Language, Words> = { en, ko };
