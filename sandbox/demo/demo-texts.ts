import { textFinder } from '../texts/index.ts';

const en = {
  shop: 'Demo shop',
  nav_label: 'Local environment menu',
  nav_sandbox: 'Phones',
  welcome: 'A shop that recognizes you by your phone number',
  lead: 'Try signing in with only your phone number.',
  behind_gateway:
    'This page runs behind the gateway. It has no client secret or token, and asks the gateway who you are.',
  log_in: 'Sign in with your phone number',
  people_heading: 'Sign in as a test user',
  people_lead:
    'One tap fills in and sends the form on the service’s own pages. The phone next to the pages responds.',
  people_agree: 'Also give consent on the consent page',
  people_by_hand:
    'If scripts are off, the form is only filled in. Press the form’s button, then tap the number on the phone yourself.',
  beside_open: 'Shop and phone side by side',
  signed_in: 'You are signed in',
  greeting: 'Welcome, {name}.',
  greeting_unnamed: 'Welcome.',
  known_heading: 'What the shop knows',
  known_lead: 'Values decrypted by the gateway.',
  plid: 'Identifier',
  expires: 'Session until',
  automatic_off: 'Automatic login is off for this device.',
  automatic_first: 'Automatic login is now on. To try it, sign out and sign in again. No form is shown.',
  automatic_again:
    'You were signed in automatically. This response has no identity attributes. The gateway stored them at the first sign-in.',
  log_out: 'Sign out',
  other_number: 'Sign in with another number',
  disconnect: 'Disconnect this shop',
  disconnect_hint: 'The service deletes your consent, and the shop deletes your account.',
  wire_heading: 'Requests and responses',
  wire_lead:
    'What the service and its callers exchanged in your latest sign-in. It is stored only in this local environment.',
  wire_nothing: 'There is no record of this sign-in. Sign out and sign in again to see it.',
  wire_request: 'Request',
  wire_response: 'Response',
  step_authorize: 'The browser is sent to the login service',
  step_code: 'The service sends the browser back with a code',
  step_token: 'The gateway exchanges the code for a token',
  step_user: 'The gateway reads the user; some fields are encrypted',
  gateway_unavailable: 'The gateway is not responding, so the shop doesn’t know who you are.',
  again: 'Try again',
  no_page: 'Page not found',
  to_shop: 'Go to the shop',
};

type DemoText = keyof typeof en;

const ko: Record<DemoText, string> = {
  shop: '데모 상점',
  nav_label: '로컬 환경 메뉴',
  nav_sandbox: '휴대폰',
  welcome: '휴대폰 번호로 로그인하는 상점',
  lead: '휴대폰 번호만으로 로그인해 보세요.',
  behind_gateway:
    '이 페이지는 게이트웨이 뒤에서 실행됩니다. 클라이언트 시크릿이나 토큰 없이, 로그인한 사용자를 게이트웨이에서 확인합니다.',
  log_in: '휴대폰 번호로 로그인',
  people_heading: '테스트 사용자로 로그인',
  people_lead:
    '한 번만 누르면 실제 서비스 화면에서 입력과 전송이 자동으로 진행되고, 함께 보이는 휴대폰이 응답합니다.',
  people_agree: '동의 화면에서도 자동으로 동의',
  people_by_hand: '스크립트가 꺼져 있으면 입력란만 채워지니, 버튼과 휴대폰의 숫자를 직접 눌러 주세요.',
  beside_open: '상점과 휴대폰 나란히 보기',
  signed_in: '로그인되었습니다',
  greeting: '{name} 님, 반갑습니다.',
  greeting_unnamed: '반갑습니다.',
  known_heading: '상점에 전달된 정보',
  known_lead: '게이트웨이가 복호화한 값입니다.',
  plid: '식별자',
  expires: '세션 만료',
  automatic_off: '이 기기에서는 자동 로그인을 사용하지 않습니다.',
  automatic_first: '이제부터 자동 로그인됩니다. 로그아웃한 뒤 다시 로그인하면 입력 화면이 나오지 않습니다.',
  automatic_again:
    '자동으로 로그인되었습니다. 이번 응답에는 개인정보가 없어, 첫 로그인 때 게이트웨이에 저장된 정보를 표시합니다.',
  log_out: '로그아웃',
  other_number: '다른 번호로 로그인',
  disconnect: '이 상점과 연결 끊기',
  disconnect_hint: '서비스는 동의 기록을, 상점은 회원 정보를 삭제합니다.',
  wire_heading: '요청과 응답',
  wire_lead: '최근 로그인에서 서비스가 주고받은 내용입니다. 이 로컬 환경에만 저장됩니다.',
  wire_nothing: '이번 로그인의 기록이 없습니다. 로그아웃한 뒤 다시 로그인하면 볼 수 있습니다.',
  wire_request: '요청',
  wire_response: '응답',
  step_authorize: '브라우저를 로그인 서비스로 보냅니다',
  step_code: '서비스가 인가 코드와 함께 브라우저를 돌려보냅니다',
  step_token: '게이트웨이가 코드를 토큰으로 교환합니다',
  step_user: '게이트웨이가 사용자 정보를 조회합니다. 일부 값은 암호화되어 있습니다',
  gateway_unavailable: '게이트웨이가 응답하지 않아 로그인한 사용자를 확인할 수 없습니다.',
  again: '다시 시도',
  no_page: '페이지를 찾을 수 없습니다',
  to_shop: '상점으로 가기',
};

/** The texts of the demo application. */
export const words = { ko, en };

export const demoTextsIn = textFinder(words);
export type DemoTexts = ReturnType<typeof demoTextsIn>;
