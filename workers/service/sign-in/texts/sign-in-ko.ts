import type { SignInTexts } from './sign-in-en.ts';

export const ko: SignInTexts = {
  errorTitle: '오류: {title}',
  approvedTitle: '승인되었습니다 · {title}',
  cancel: '취소',
  goBack: '{toApplication} 돌아가기',
  newWindow: '(새 창)',
  tryAgain: '다시 시도',
  account: '연결된 서비스 관리',
  accountShort: '연결 관리',
  forApplication: '로그인할 서비스',
  toApplication: {
    title: '{application} 로그인',
    privacy: '입력한 내용은 통신사를 통해 확인합니다. {application}에는 동의한 뒤에만 전달합니다.',
    sent: '{toNumber} {application} 로그인 요청을 보냈습니다. {app}에서 승인해 주세요.',
    warning: '본인이 요청한 로그인만 승인해 주세요. 요청한 적이 없다면 거절해 주세요.',
  },
  toAccount: {
    title: '휴대폰으로 본인을 확인해 주세요',
    lead: '연결된 서비스를 보여 드리기 전에 확인합니다.',
    privacy: '입력한 내용은 통신사를 통해 확인하고, 다른 곳에는 전달하지 않습니다.',
    sent: '{toNumber} 본인 확인 요청을 보냈습니다. {app}에서 승인해 주세요.',
    warning: '직접 연결 관리를 열었을 때만 승인해 주세요.',
  },

  signIn: {
    name: '이름',
    nameHint: '통신사에 등록된 그대로',
    phoneNo: '휴대폰 번호',
    phoneNoHint: '예: 010-1234-5678',
    telcoCd: '어느 통신사를 쓰세요?',
    telcoCdHint: '알뜰폰은 아래 줄',
    telcoCdGuess: '자동으로 선택했습니다. 알뜰폰이면 바꿔 주세요.',
    mvno: '알뜰폰',
    remember: '이름·번호 저장',
    deviceHint: '공용 기기에서는 선택하지 마세요.',
    submit: '인증 요청 보내기',
    byNumber: '이름과 번호로 로그인',
    otherWays: '다른 방법으로 로그인',
    another: '다른 번호로 로그인',
    faulty: '아래에 표시된 항목을 확인해 주세요.',
  },
  returning: {
    network: '{carrier}로 계속',
    mvno: '{carrier} 알뜰폰으로 계속',
    again: '{carrier}로 다시 보내기',
    againMvno: '{carrier} 알뜰폰으로 다시 보내기',
    forget: '이 기기에서 내 정보 지우기',
  },
  faults: {
    name: {
      missing: '이름을 입력해 주세요.',
      invalid: '이름을 100자 이내로 입력해 주세요.',
      characters: '이름에 쓸 수 없는 문자가 있습니다. 붙여 넣지 말고 직접 입력해 주세요.',
    },
    phoneNo: {
      missing: '휴대폰 번호를 입력해 주세요.',
      invalid: '010-1234-5678처럼 국내 휴대폰 번호를 입력해 주세요.',
    },
    telcoCd: { missing: '통신사를 선택해 주세요.', invalid: '화면에 있는 통신사 중 하나를 선택해 주세요.' },
  },
  retry: {
    from: '{time}부터 다시 보낼 수 있습니다(한국 시간).',
    left: '아래 버튼을 눌러 두면 {time} 뒤에 자동으로 보냅니다.',
    over: '이제 다시 보낼 수 있습니다.',
  },
  tooManyRequests: '짧은 시간에 요청이 너무 많았습니다. 번호에 문제가 있는 것은 아닙니다.',
  unconfirmed: {
    text: '입력하신 정보가 통신사 가입 정보와 일치하지 않습니다.',
    hints: '이렇게 확인해 보세요',
    carrier: '번호이동을 했다면 현재 통신사를, 알뜰폰이라면 이용 중인 통신망의 알뜰폰을 선택해 주세요.',
    name: '이름은 통신사에 등록된 그대로 입력해 주세요. 외국인은 SMITH JOHN PAUL처럼 외국인등록증의 영문 이름을 성부터 입력해 주세요.',
    owner: '법인이나 다른 사람 명의의 휴대폰은 사용할 수 없습니다.',
  },
  carrierLimit: '통신사에서 이 휴대폰으로 보내는 요청을 제한하고 있습니다. 요청은 보내지 않았습니다.',
  carrierUnavailable:
    '지금은 통신사에 연결할 수 없습니다. 입력한 내용은 그대로 있으니 잠시 후 다시 시도해 주세요.',

  wait: {
    title: '{app}에서 승인해 주세요',
    anyApp: '휴대폰 인증 앱',
    app: '{name} 앱',
    entry: {
      choose: { match: '앱에서 이 숫자를 선택해 주세요', label: '선택할 숫자 {match}' },
      type: { match: '앱에 이 숫자를 입력해 주세요', label: '입력할 숫자 {match}' },
      none: { match: '앱에 같은 숫자가 보일 때만 승인해 주세요', label: '비교할 숫자 {match}' },
    },
    mismatched: '다른 숫자를 선택했습니다. 새 숫자로 요청을 다시 보냈습니다.',
    until: '{time}까지 승인할 수 있습니다(한국 시간).',
    left: '{time} 남음',
    open: '이 휴대폰에서 {app} 열기',
    openHere: '이 기기에서 {app} 열기',
    openMemorized: '숫자를 기억했습니다. 앱 열기',
    soon: '{seconds}초 남았습니다.',
    waiting: '휴대폰의 응답을 기다리고 있습니다.',
    silent: '아래 도움말을 확인해 주세요.',
    answered: '휴대폰에서 응답했습니다. 잠시만 기다려 주세요.',
    offline: '인터넷에 연결되어 있지 않습니다. 다시 연결되면 자동으로 이어집니다.',
    check: '승인했습니다. 계속하기',
    stop: '자동 새로 고침 끄기',
  },
  silence: {
    look: '휴대폰 화면 위쪽의 {app} 알림을 눌러 주세요.',
    heading: '휴대폰에 요청이 오지 않았나요?',
    noApp: '{app}이 설치되어 있고 로그인되어 있는지 확인해 주세요.',
    muted: '알림이 꺼져 있다면 {app}을 직접 열어 주세요. 요청이 앱 안에 있습니다.',
    elsewhere: '다른 휴대폰이나 번호라면 ‘{change}’ 버튼을 눌러 주세요.',
    again: '요청 다시 보내기',
  },
  unregistered: {
    title: '아직 인증 앱에 등록되지 않은 번호입니다',
    text: '{app}에 끝자리 {digits} 번호를 등록한 다음 요청을 다시 보내 주세요.',
    moved: {
      summary: '번호이동을 했나요?',
      text: '옮긴 통신사의 앱에 등록하고, ‘정보 다시 입력’에서 그 통신사를 선택해 주세요.',
    },
    returns: '등록한 뒤 이 화면으로 돌아오면 자동으로 다시 확인합니다.',
    get: '{app} 설치하기',
    again: '요청 다시 보내기',
  },
  unanswered: {
    title: '요청 시간이 지났습니다',
    text: '요청은 {time} 동안만 유효합니다. 로그인은 이루어지지 않았습니다.',
    again: '같은 번호로 다시 보내기',
  },
  changeNumber: '정보 다시 입력',
  challenge: {
    title: '사람인지 확인해 주세요',
    text: '지금 사용 중인 네트워크에서 요청이 많이 발생하고 있습니다. 아래에서 사람인지 확인되면 자동으로 계속됩니다.',
    noScripts: '확인하려면 JavaScript가 필요합니다. JavaScript를 켜거나 다른 네트워크에서 로그인해 주세요.',
  },

  limit: {
    until: '{time}까지 계속할 수 있습니다(한국 시간).',
    soon: '1분 안에 로그인이 종료됩니다.',
    longer: '시간 연장',
  },

  autoLogin: {
    short: '자동 로그인(14일)',
    label: '이 기기에서 14일 동안 자동 로그인',
    about: '14일 동안 이 기기에서는 입력 없이 {application}에 로그인됩니다. 공용 기기에서는 선택하지 마세요.',
    end: '휴대폰 인증 앱에서 자동 로그인을 끄거나, {application}에서 연결을 끊거나, 앱에서 탈퇴하면 자동 로그인이 끝납니다.',
  },
  notStarted: {
    summary: '직접 시작하지 않은 로그인인가요?',
    text: '다른 사람이 보낸 링크를 열었다면 안심하세요. 로그인되지 않았습니다. 이 화면의 주소를 다른 사람에게 보내지 마세요.',
  },
  refusals: {
    expired: {
      title: '로그인 시간이 지났습니다',
      text: '전달된 정보는 없습니다. 돌아가서 다시 시작해 주세요.',
    },
    cancelled: {
      title: '로그인을 완료하지 못했습니다',
      text: '취소했거나 승인되지 않았습니다. 전달된 정보는 없습니다.',
    },
    finished: {
      title: '이미 끝난 로그인입니다',
      text: '이미 로그인을 마쳤습니다. 로그인되어 있지 않다면 다시 시작해 주세요.',
    },
    left: {
      title: '이 번호의 휴대폰 인증 앱 등록이 해지되었습니다',
      text: '로그인되지 않았습니다. 앱에 다시 등록한 다음 다시 시작해 주세요.',
    },
    underage: {
      title: '만 14세 미만은 법정대리인의 동의가 필요합니다',
      text: '{application}에서는 그 동의를 받지 않습니다. 전달하거나 저장한 정보는 없습니다.',
    },
    tooYoung: {
      title: '만 {age}세부터 이용할 수 있습니다',
      text: '{application}에서 정한 나이입니다. 전달하거나 저장한 정보는 없습니다.',
    },
    withoutCookies: {
      title: '쿠키가 차단되어 있습니다',
      text: '브라우저 설정에서 이 사이트의 쿠키를 허용한 다음 다시 시작해 주세요.',
    },
    missing: {
      title: '진행 중인 로그인을 찾을 수 없습니다',
      text: '끝났거나 다른 브라우저의 로그인입니다. 서비스로 돌아가 다시 시작해 주세요.',
    },
    otherBrowser: {
      title: '로그인되지 않았습니다',
      text: '다른 브라우저에서 시작한 로그인입니다. 그 브라우저에서 번호로 로그인해 주세요.',
    },
    anotherPhone: {
      title: '다른 휴대폰에서 응답했습니다',
      text: '입력한 번호의 휴대폰이 아니어서 로그인되지 않았습니다.',
    },
    unavailable: {
      title: '지금은 처리할 수 없습니다',
      text: '일시적인 오류입니다. 입력한 내용은 그대로 있습니다. 다시 시도해 주세요.',
    },
    other: { title: '처리할 수 없는 요청입니다', text: '돌아가서 다시 시작해 주세요.' },
  },
};
