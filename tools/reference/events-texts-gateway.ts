import type { gatewayEvents } from '../../workers/gateway/settings/gateway-events.ts';
import type { Texts } from './page.ts';

/** When each event of the gateway occurs, in the page's order. */
export const gatewayEventTexts: Record<keyof typeof gatewayEvents.table, Texts> = {
  session_started: {
    en: 'A sign-in ended in a session. `automatic` is `Y` for an automatic login.',
    ko: '로그인해 세션을 시작했습니다. 자동 로그인이면 `automatic`이 `Y`입니다.',
  },
  session_ended: {
    en: 'A session ended: by a sign-out, from the list of sessions, or because another user signed in in the same browser.',
    ko: '세션을 종료했습니다. 로그아웃했거나, 세션 목록에서 종료했거나, 같은 브라우저에서 다른 사용자가 로그인했습니다.',
  },
  logged_out_everywhere: {
    en: 'A user signed out everywhere. `sessions`: number of ended sessions.',
    ko: '사용자가 모든 기기에서 로그아웃했습니다. `sessions`는 종료한 세션의 수입니다.',
  },
  automatic_login_refused: {
    en: 'An automatic login came after a sign-out everywhere, or for a sign-in that requires the phone.',
    ko: '모든 기기에서 로그아웃한 뒤에, 또는 휴대폰 승인이 필요한 로그인에 자동 로그인을 시도했습니다.',
  },
  number_changed_hands: {
    en: 'A `plid` came with another `ci` than before. Its former sessions have ended.',
    ko: '`plid`가 이전과 다른 `ci`와 함께 왔습니다. 이전 세션은 종료되었습니다.',
  },
  openid_login: {
    en: 'A relying party exchanged a code for tokens.',
    ko: 'RP가 인가 코드를 토큰으로 교환했습니다.',
  },
  code_replayed: {
    en: 'A relying party sent a code again: a bug, or a stolen code. Its token has ended.',
    ko: 'RP가 인가 코드를 다시 보냈습니다. 버그이거나 훔친 코드입니다. 해당 토큰은 종료되었습니다.',
  },
  disconnected: {
    en: 'A user was disconnected. `sessions`: number of ended sessions.',
    ko: '사용자의 연결을 끊었습니다. `sessions`는 종료한 세션의 수입니다.',
  },
  person_shown: {
    en: 'An operator read the data stored about a user.',
    ko: '운영자가 사용자에 대해 저장된 데이터를 조회했습니다.',
  },
  person_erased: {
    en: 'An operator erased the data stored about a user.',
    ko: '운영자가 사용자에 대해 저장된 데이터를 삭제했습니다.',
  },
};
