import type { Language } from '../../../workers/core/http/language.ts';
import { Parameters } from '../../../workers/core/protocol/parameters.ts';
import { openIdFormat } from '../../../workers/service/features/openid/openid-format.ts';
import { accountClient } from '../../../workers/service/registry/account-client.ts';
import type { Application } from '../../../workers/service/registry/applications.ts';
import { formatOf } from '../../../workers/service/sign-in/flow/format-of.ts';
import type { SignInContext } from '../../../workers/service/sign-in/flow/sign-in-context.ts';
import { phoneMethod } from '../../../workers/service/sign-in/phone/phone-method.ts';
import type { SignIn } from '../../../workers/service/sign-in/stages/sign-in-cookie-value.ts';
import type { PhoneRequest, StartedRequest } from '../../../workers/service/sign-in/stages/sign-in-stage.ts';

/** The time of every page: 2026-11-28 09:30 in Korea. */
export const now = 1_795_825_800;

const origin = 'https://login.example.com';

/** An application with every text that users read. */
export const shop: Application = {
  ...accountClient(origin, 'en'),
  client_id: 'shop0000000000000000',
  name: 'Shop',
  redirect_uris: ['https://shop.example/callback', 'com.example.shop:/callback'],
  recipient: 'Shop Inc.',
  purpose: '회원 식별과 주문 안내',
  purpose_en: 'Recognizing members, and orders',
  retention: '탈퇴할 때까지',
  retention_en: 'Until membership ends',
  privacy_url: 'https://shop.example/privacy',
  support_url: 'https://shop.example/help',
  minimum_age: 14,
};

/** A sign-in whose first end is in ten minutes, so that it has just started. */
export const newSignIn: SignIn = {
  id: `${now + 600}-AAAAAAAAAAAbbbbbbbbbbb-${shop.client_id}`,
  identityKey: '',
  client_id: shop.client_id,
  redirect_uri_digest: '',
  state: 'state',
  asked: ['ci', 'name', 'gender'],
  optional: ['gender'],
  automaticLogin: 'offered',
  expires: now + 600,
  stage: { at: 'requested' },
};

export const phoneRequest: PhoneRequest = {
  phoneNo: '01012345678',
  requestId: 'request',
  match: '42',
  admission: 'admission',
  sent: now,
  telcoCd: 'S',
  automatic: false,
};

export const startedRequest: StartedRequest = {
  id: 'start',
  telcoCd: 'K',
  way: 'link',
  requestId: 'request',
  sent: now,
  automatic: false,
};

/** Settings with every text and link of an operator. */
export const operator = {
  OPERATOR_NAME: 'Operator',
  PRIVACY_URL: 'https://operator.example/privacy',
  SUPPORT_URL: 'https://operator.example/help',
  PHONE_APP_S: { name: 'PASS', link: 'https://pass.example/open' },
  PHONE_APP_K: { name: 'PASS', link: 'pass-app://open' },
};

export interface ViewChanges {
  signIn?: Partial<SignIn>;
  application?: Partial<Application>;
  env?: object;
  methods?: SignInContext['methods'];
  query?: string;
  redirect_uri?: string;
}

/** The context that a page of a sign-in gets, as far as pages read it. */
export function pageView(
  language: Language,
  {
    signIn,
    application,
    env = operator,
    methods = [phoneMethod],
    query = '',
    redirect_uri,
  }: ViewChanges = {},
): SignInContext {
  const url = new URL(`${origin}/oauth2/authorize/wait?flow=${newSignIn.id}${query}`);
  const view: Partial<SignInContext> = {
    request: new Request(url, { headers: { 'Sec-Fetch-Site': 'same-origin' } }),
    url,
    env: env as SignInContext['env'],
    now,
    language,
    requestId: 'request-1',
    parameters: new Parameters(url.searchParams),
    signIn: { ...newSignIn, ...signIn },
    application: { ...shop, ...application },
    redirect_uri: redirect_uri ?? 'https://shop.example/callback',
    methods,
    format: formatOf([openIdFormat], { ...newSignIn, ...signIn }),
  };
  return view as SignInContext;
}
