/** A page of the API reference. */
export interface Part {
  /** Path below `/docs/api`, such as `/operator`. */
  path: '' | `/${string}`;
  /** File with the contract, next to the pages of the documentation. */
  contract: 'openapi.yaml' | 'carrier.openapi.yaml';
  /** The tags of the operations on the page, the first one unfolded. Undefined for all of a contract. */
  tags?: string[];
  /** Title and introduction in each language. */
  en: [title: string, text: string];
  ko: [title: string, text: string];
}

/** The pages of the API reference in order. Together, those of `openapi.yaml` show each of its operations once. */
export const parts: Part[] = [
  {
    path: '',
    contract: 'openapi.yaml',
    tags: ['login', 'openid'],
    en: [
      'Application API',
      'The calls of an application to a login service: authorization, token, user, and disconnect.',
    ],
    ko: [
      '애플리케이션 API',
      '애플리케이션이 로그인 서비스에 보내는 요청입니다. 인가, 토큰, 사용자 정보, 연결 끊기가 있습니다.',
    ],
  },
  {
    path: '/gateway',
    contract: 'openapi.yaml',
    tags: ['gateway'],
    en: ['Gateway API', 'The routes of a gateway for applications, proxies, and relying parties.'],
    ko: ['게이트웨이 API', '게이트웨이가 애플리케이션, 프록시, RP(Relying Party)에 제공하는 라우트입니다.'],
  },
  {
    path: '/operator',
    contract: 'openapi.yaml',
    tags: ['applications', 'subscribers', 'people', 'health', 'sign-in pages', 'account'],
    en: [
      'Operator API',
      'The calls of an operator and of carriers to a login service, and the routes of its pages.',
    ],
    ko: ['운영자 API', '운영자와 통신사가 로그인 서비스에 보내는 요청과 서비스 페이지의 라우트입니다.'],
  },
  {
    path: '/carrier',
    contract: 'carrier.openapi.yaml',
    en: [
      'Carrier API',
      'The calls of a login service to a carrier. A carrier, or your worker for it, answers them.',
    ],
    ko: [
      '통신사 API',
      '로그인 서비스가 통신사에 보내는 요청입니다. 통신사 또는 통신사를 연결하는 워커가 응답합니다.',
    ],
  },
  {
    path: '/sandbox',
    contract: 'openapi.yaml',
    tags: ['sandbox'],
    en: ['Sandbox API', 'Control of the local environment in tests. These routes are never deployed.'],
    ko: ['샌드박스 API', '테스트에서 로컬 환경을 제어하는 요청입니다. 이 라우트는 배포되지 않습니다.'],
  },
];
