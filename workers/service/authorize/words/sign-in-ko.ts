import type { Words } from './sign-in-en.ts';

export const ko: Words = {
  errorTitle: '오류: {title}',
  cancel: '취소',
  goBack: '{application} 서비스로 돌아가기',
  newWindow: '(새 창)',
  tryAgain: '다시 시도',
  account: '연결된 서비스 관리',
  accountShort: '연결 관리',
  forApplication: '로그인할 서비스',
  privacy: '입력한 내용은 통신사에 보내 확인합니다. {application}에는 동의한 뒤에만 전달합니다.',
  privacyOfAccount: '입력한 내용은 통신사에 보내 확인하고, 다른 곳에는 전달하지 않습니다.',

  signIn: {
    title: '{application} 로그인',
    name: '이름',
    nameHint: '통신사에 등록된 그대로',
    phoneNo: '휴대폰 번호',
    phoneNoHint: '예: 010-1234-5678',
    telcoCd: '통신사',
    telcoCdHint: '알뜰폰은 사용하는 통신망',
    mvno: '알뜰폰',
    remember: '이름·번호 기억하기',
    deviceHint: '함께 쓰는 기기에서는 선택하지 마세요.',
    submit: '휴대폰으로 요청 보내기',
    faulty: '아래에 표시된 항목을 확인해 주세요.',
  },
  faults: {
    name: { missing: '이름을 입력해 주세요.', invalid: '이름을 100자 이내로 입력해 주세요.' },
    phoneNo: {
      missing: '휴대폰 번호를 입력해 주세요.',
      invalid: '010-1234-5678처럼 국내 휴대폰 번호를 입력해 주세요.',
    },
    telcoCd: { missing: '통신사를 선택해 주세요.', invalid: '화면에 있는 통신사 중 하나를 선택해 주세요.' },
  },
  tooManyRequests:
    '원치 않는 요청이 계속 가지 않도록 짧은 시간에는 몇 번만 요청을 보냅니다. 번호에 문제가 있는 것은 아닙니다. {time} 뒤에 다시 시도해 주세요.',
  unconfirmed: {
    text: '통신사에서 이 이름과 번호를 확인할 수 없습니다.',
    carrier: '통신사가 맞나요? 알뜰폰이라면 사용하는 통신망의 알뜰폰을 선택해 주세요.',
    name: '이름은 통신사에 등록된 그대로 입력해 주세요. 외국인은 외국인등록증의 영문 이름을 순서와 띄어쓰기까지 똑같이 입력해 주세요.',
    owner: '법인이나 다른 사람 명의의 휴대폰은 사용할 수 없습니다.',
  },
  carrierLimit:
    '통신사에서 지금은 이 휴대폰으로 요청을 더 받지 않습니다. 요청은 보내지 않았습니다. {time} 뒤에 다시 시도해 주세요.',
  carrierUnavailable:
    '지금은 통신사에 연결할 수 없습니다. 입력한 내용은 그대로 있으니 잠시 후 다시 시도해 주세요.',

  wait: {
    title: '{app}에서 승인해 주세요',
    anyApp: '휴대폰 인증 앱',
    app: '{name} 앱',
    lead: '끝자리가 {digits}인 번호의 {app}으로 {application} 로그인 요청을 보냈습니다.',
    entry: {
      choose: { match: '앱에서 이 숫자를 선택해 주세요', label: '선택할 숫자 {match}' },
      type: { match: '앱에 이 숫자를 입력해 주세요', label: '입력할 숫자 {match}' },
    },
    until: '{time}까지 승인할 수 있습니다(한국 시간).',
    left: '{time} 남음',
    open: '이 휴대폰에서 {app} 열기',
    memorize: '앱을 열기 전에 숫자를 기억해 주세요.',
    waiting: '응답을 기다리고 있습니다.',
    answered: '휴대폰에서 응답했습니다. 잠시만 기다려 주세요.',
    offline: '인터넷에 연결되어 있지 않습니다. 다시 연결되면 바로 이어집니다.',
    check: '휴대폰에서 응답했습니다',
    warning: '직접 시작한 {application} 로그인일 때만 승인해 주세요. 아니라면 앱에서 거절해 주세요.',
    nothingCame: '알림이 오지 않았나요? {app}을 직접 열면 요청이 보입니다.',
  },
  unregistered: {
    title: '아직 인증 앱에 등록되지 않은 번호입니다',
    text: '통신사에서 이름과 번호는 확인했지만, 끝자리가 {digits}인 번호는 {app}에 등록되어 있지 않습니다. 요청은 보내지 않았습니다.',
    install: '{app}을 설치해 번호를 등록한 다음 요청을 다시 보내 주세요.',
    moved: '통신사를 옮겼나요? 옮긴 통신사의 앱에 등록하고, ‘번호 바꾸기’에서 그 통신사를 선택해 주세요.',
    get: '{app} 설치하기',
    again: '요청 다시 보내기',
  },
  unanswered: {
    title: '요청 시간이 지났습니다',
    text: '요청은 {time} 동안만 유효합니다. 로그인은 이루어지지 않았습니다.',
    again: '같은 번호로 다시 보내기',
  },
  changeNumber: '번호 바꾸기',

  autoLogin: {
    short: '자동 로그인(14일)',
    label: '이 기기에서 14일 동안 자동 로그인',
    about:
      '14일 동안 이 기기에서는 입력 없이 {application}에 로그인됩니다. 다른 사람과 함께 쓰는 기기라면 선택하지 마세요.',
    end: '휴대폰 인증 앱에서 자동 로그인을 끄거나, {application}에서 연결을 끊거나, 앱에서 탈퇴하면 끝납니다.',
  },
  refusals: {
    expired: {
      title: '로그인 시간이 지났습니다',
      text: '{time}이 지나 만료되었습니다. 전달된 정보는 없습니다. 돌아가서 다시 시작해 주세요.',
    },
    cancelled: { title: '취소된 로그인입니다', text: '전달된 정보는 없습니다. 돌아가서 다시 시작해 주세요.' },
    finished: {
      title: '이미 끝난 로그인입니다',
      text: '한 번 로그인에 사용되어 다시 쓸 수 없습니다. 로그인되어 있지 않다면 돌아가서 다시 시작해 주세요.',
    },
    left: {
      title: '이 번호의 휴대폰 인증 앱 등록이 해지되었습니다',
      text: '승인한 뒤에 해지되어 로그인되지 않았습니다. 본인 번호라면 앱에 다시 등록한 다음, 돌아가서 다시 시작해 주세요.',
    },
    missing: {
      title: '진행 중인 로그인을 찾을 수 없습니다',
      text: '이미 끝났거나 다른 브라우저에서 시작한 로그인입니다. 로그인하려던 서비스로 돌아가 다시 시작해 주세요.',
    },
    anotherPhone: {
      title: '다른 휴대폰에서 응답했습니다',
      text: '입력한 번호의 휴대폰에서 승인한 요청이 아닙니다. 로그인은 이루어지지 않았습니다.',
    },
    unavailable: {
      title: '지금은 처리할 수 없습니다',
      text: '저희 쪽의 일시적인 문제이며 곧 해결됩니다. 입력한 내용은 그대로 있습니다.',
    },
    other: { title: '처리할 수 없는 요청입니다', text: '돌아가서 다시 시작해 주세요.' },
  },
};
