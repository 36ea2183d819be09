import type { Texts } from './page.ts';

export interface CacheText {
  content: Texts;
  /** Maximum number of values, if the code doesn't state it as a number. */
  maximum?: Texts;
}

const one: Texts = { en: '1', ko: '1' };
const languages: Texts = { en: 'One per language', ko: '언어마다 하나' };
const environments: Texts = {
  en: '20 origins, because the origin is part of it',
  ko: '오리진 20개. 오리진을 포함하기 때문',
};
const once: Texts = { en: 'One per environment of the isolate', ko: '아이솔레이트의 환경마다 하나' };

/** A part of a page that `renderOnce` keeps as HTML. */
const part = (en: string, ko: string): CacheText => ({
  content: { en: `HTML of ${en}, by language and settings`, ko: `${ko}의 HTML. 언어와 설정별` },
});

/** Everything that an isolate keeps, by file and variable. */
export const cacheTexts: Readonly<Record<string, CacheText>> = {
  'adapter-networks.ts environments': {
    content: {
      en: 'Settings and bindings of the carriers worker without the tokens of adapters, by environment',
      ko: '어댑터의 토큰을 뺀 통신사 호출 워커의 설정과 바인딩. 환경별',
    },
    maximum: once,
  },
  'applications.ts cache': {
    content: {
      en: 'Copies of applications from KV, by client ID',
      ko: 'KV에서 읽은 애플리케이션의 사본. 클라이언트 ID별',
    },
  },
  'applications.ts misses': {
    content: { en: 'Client IDs that KV does not have', ko: 'KV에 없는 클라이언트 ID' },
  },
  'barocert-token.ts sessions': {
    content: { en: 'Session tokens at Barocert, by account', ko: '바로써트의 세션 토큰. 계정별' },
  },
  'brand.tsx Brand': part("the operator's name and logo", '운영자의 이름과 로고'),
  'brand.tsx BrandLinks': part("the operator's links", '운영자의 링크'),
  'callback-address.ts httpHosts': {
    content: {
      en: 'Hosts whose callbacks may use http, from the options of the local environment',
      ko: '콜백에 http를 허용하는 호스트. 로컬 환경의 옵션',
    },
    maximum: { en: 'One list, empty in a deployed worker', ko: '목록 하나. 배포된 워커에서는 비어 있음' },
  },
  'carrier-tiles.tsx CarrierTiles': part("the carriers' tiles", '통신사 선택 버튼'),
  'consents.ts digested': {
    content: {
      en: "Digests of an application's terms, with its copy",
      ko: '애플리케이션 약관의 다이제스트. 애플리케이션 사본과 함께 보관',
    },
  },
  'environment.ts environments': {
    content: { en: 'Settings and bindings, by origin', ko: '설정과 바인딩. 오리진별' },
    maximum: environments,
  },
  'field-cipher.ts fieldCiphers': {
    content: {
      en: 'Imported field keys, by client secret or encrypted key',
      ko: '가져온 항목 암호화 키. 클라이언트 시크릿이나 암호화된 키별',
    },
  },
  'generation.ts created': {
    content: { en: 'Number of resets', ko: '초기화 횟수' },
    maximum: one,
  },
  'generation.ts current': {
    content: { en: 'The current generation of stored data', ko: '저장 데이터의 현재 세대' },
    maximum: one,
  },
  'generation.ts generations': {
    content: { en: 'The latest generations of stored data', ko: '저장 데이터의 최근 세대' },
  },
  'icon.tsx Icon': part('an icon', '아이콘'),
  'jwe.ts beginnings': {
    content: { en: 'Headers of encrypted values, by key ID', ko: '암호화된 값의 헤더. 키 ID별' },
  },
  'keys.ts keyRing.derived': {
    content: { en: 'Keys derived from `KEYS`, by purpose', ko: '`KEYS`에서 파생한 키. 용도별' },
  },
  'keys.ts numberedKey.derived': {
    content: { en: 'Keys derived from `PHONE_KEY`, by purpose', ko: '`PHONE_KEY`에서 파생한 키. 용도별' },
  },
  'korea-time.ts timeFormatter.formats': {
    content: { en: 'Formatters of dates and times', ko: '날짜와 시각의 형식' },
    maximum: languages,
  },
  'kv-circuit-breaker.ts silentSince': {
    content: { en: 'Time of the last timeout of KV', ko: 'KV가 마지막으로 응답하지 않은 시각' },
    maximum: one,
  },
  'language-switch.tsx Label': part('the language switch', '언어 전환'),
  'language-switch.tsx LanguageSwitchButton': part('the language button', '언어 버튼'),
  'layout.tsx Metadata': part("a page's metadata", '화면의 메타데이터'),
  'openid-keys.ts imported': {
    content: { en: 'Imported signing keys of `OPENID_KEY`', ko: '가져온 `OPENID_KEY` 서명 키' },
    maximum: { en: 'Two per entry of the setting', ko: '설정 항목마다 2개' },
  },
  'passthrough.ts answers': {
    content: {
      en: 'Marks of responses that another worker has completed, with the response',
      ko: '다른 워커가 완성한 응답의 표시. 응답과 함께 보관',
    },
  },
  'phone-key.ts asked': {
    content: { en: 'The running check of `PHONE_KEY`', ko: '진행 중인 `PHONE_KEY` 확인' },
    maximum: once,
  },
  'phone-key.ts cached': {
    content: { en: 'Result of the check of `PHONE_KEY`', ko: '`PHONE_KEY` 확인 결과' },
    maximum: once,
  },
  'prepare-environment.ts first': {
    content: { en: 'Origin of the first request', ko: '첫 요청의 오리진' },
    maximum: one,
  },
  'prepare-environment.ts placed': {
    content: {
      en: 'Origins at which the demo applications are registered',
      ko: '데모 애플리케이션을 등록한 오리진',
    },
  },
  'proxy-key.ts derived': {
    content: {
      en: 'Keys of proxies, derived from `IDENTITY_KEY`',
      ko: '`IDENTITY_KEY`에서 파생한 프록시의 키',
    },
  },
  'published-keys.ts published': {
    content: { en: "The service's public keys", ko: '서비스의 공개 키' },
    maximum: { en: 'One set', ko: '키 집합 하나' },
  },
  'redirect-digest.ts digests': {
    content: { en: 'Digests of redirect URIs', ko: '리다이렉트 URI의 다이제스트' },
  },
  'reset.ts present': {
    content: { en: 'The seed and its applications', ko: '시드와 그 애플리케이션' },
    maximum: one,
  },
  'service-calls.ts readers': {
    content: { en: "The service's metadata, by its origin", ko: '서비스의 메타데이터. 오리진별' },
  },
  'session-cache.ts copyKeys': {
    content: {
      en: 'Keys of the copies of sessions in KV, by session secret',
      ko: 'KV에 있는 세션 사본의 키. 세션 시크릿별',
    },
  },
  'settings.ts checked': {
    content: { en: 'Checked settings and bindings', ko: '검사한 설정과 바인딩' },
    maximum: once,
  },
  'sign-identity.ts imported': {
    content: { en: 'The imported `IDENTITY_KEY`', ko: '가져온 `IDENTITY_KEY`' },
  },
  'sign-in-fields.tsx EmptyField': part('an empty field', '빈 입력란'),
  'sign-in-fields.tsx Heading': part("a field's label", '입력란의 제목'),
  'sign-in-frame.tsx EnterButton': part('a hidden button', '숨은 버튼'),
  'device-choices.tsx DeviceChoices': part('the choices of automatic login', '자동 로그인 선택'),
  'single-worker-env.ts createEnvironmentLookup.cached': {
    content: {
      en: 'Settings and bindings of the single Worker, by origin',
      ko: '단일 워커의 설정과 바인딩. 오리진별',
    },
    maximum: environments,
  },
  'supported-starts.ts unsupportedSince': {
    content: {
      en: 'Carriers without app-initiated sign-in',
      ko: '앱에서 시작하는 로그인을 지원하지 않는 통신사',
    },
    maximum: { en: 'One per carrier', ko: '통신사마다 하나' },
  },
  'world-carriers.ts pending': {
    content: { en: 'The request that was logged last', ko: '마지막으로 기록한 요청' },
    maximum: one,
  },
};
