import { expect, test } from 'vitest';
import type { Language } from '../../../workers/core/http/language.ts';
import { ProtocolError, type Refusal } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import {
  disconnectFailure,
  logoutFailure,
  signInFailure,
} from '../../../workers/gateway/errors/failure-page.tsx';
import { gatewayFailureTexts } from '../../../workers/gateway/errors/failure-texts.ts';
import { guardRefusalPage } from '../../../workers/gateway/features/guard/guard-refusal-page.ts';
import { redirectToApp } from '../../../workers/gateway/features/native-apps/redirect-to-app.tsx';
import { formPost } from '../../../workers/gateway/features/openid/form-post.ts';
import {
  confirmPartyLogoutPage,
  noPartySessionPage,
} from '../../../workers/gateway/features/openid/party-logout-pages.tsx';
import { OtherBrowserError } from '../../../workers/gateway/flow/other-browser-error.ts';
import { inAppBrowserPage } from '../../../workers/gateway/routes/login/in-app-browser-page.tsx';
import * as gatewayRefusals from '../../../workers/gateway/settings/gateway-refusals.ts';
import { browserFlow } from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { endingStyle } from '../../../workers/pages/ending-style.ts';
import { style } from '../../../workers/pages/style.ts';
import { describeStates } from '../../support/assertions/page-states.ts';
import { gatewayKeys, origins } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;
const state = 'state-1';
const operator = {
  ...{ KEYS: gatewayKeys, GATEWAY_ORIGIN: origins.gateway, APP_NAME: 'Shop', APP_LINKS: ['com.example:/in'] },
  ...{ PRIVACY_URL: 'https://shop.example.com/privacy', SUPPORT_URL: 'https://shop.example.com/help' },
};

interface Asked {
  /** Path of the request, with its query. */
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  /** Settings in addition to those of every page. */
  settings?: object;
  origin?: string;
}

/** A browser's request, in a language. */
function contextIn(
  language: Language,
  {
    path = `/auth/callback?state=${state}`,
    method = 'GET',
    headers = {},
    settings = {},
    origin = origins.gateway,
  }: Asked,
) {
  const url = new URL(origin + path);
  const request = new Request(url, { method, headers: { Accept: 'text/html', ...headers } });
  return { request, url, language, now, requestId: 'request-1', env: { ...operator, ...settings } };
}

type Context = ReturnType<typeof contextIn>;
type Page = (context: Context) => Response | undefined | Promise<Response | undefined>;
type State = readonly [asked: Asked, page: Page];

/** The cookie of a sign-in that returns to /cart. */
async function flowCookie(required: boolean): Promise<Record<string, string>> {
  const flow = { state, session: 's', code_verifier: 'v', return_to: '/cart?a=1&b=2', expires: now + 600 };
  const sealed = await browserFlow.seal(gatewayKeys, {
    ...flow,
    ...(required && { required: true as const }),
  });
  return { Cookie: `__Host-plid-flow-${state}=${sealed}` };
}

const failing =
  (
    answer: typeof signInFailure | typeof disconnectFailure | typeof logoutFailure,
    error: ProtocolError,
  ): Page =>
  (context) =>
    answer(error, context as never);
const failed = (answer: typeof signInFailure, refusal: Refusal) =>
  failing(answer, new ProtocolError(refusal));

/** Every refusal that has texts of its own, and two that have none. */
const withTexts: Refusal[] = Object.values({ ...refusals, ...gatewayRefusals }).filter(
  ({ reason }) => reason in gatewayFailureTexts,
);
const refused = [...withTexts, refusals.missing_item, refusals.internal];

/** Renders each state in both languages. */
async function render(states: Record<string, State>) {
  const pages: Record<string, (language: Language) => Response> = {};
  for (const [name, [asked, page]] of Object.entries(states)) {
    const shown = { en: await page(contextIn('en', asked)), ko: await page(contextIn('ko', asked)) };
    pages[name] = (language) => shown[language]?.clone() ?? Response.error();
  }
  return describeStates(pages, { style, endingStyle });
}

test('the pages of a failed sign-in', async () => {
  const [asked, required] = [{ headers: await flowCookie(false) }, { headers: await flowCookie(true) }];
  const elsewhere = (return_to: string, expires = now + 1): Page =>
    failing(signInFailure, new OtherBrowserError({ return_to, expires }, now));
  expect(withTexts.map(({ reason }) => reason).sort()).toEqual(Object.keys(gatewayFailureTexts).sort());
  const states: Record<string, State> = {
    ...Object.fromEntries(
      refused.map((refusal) => [refusal.reason, [asked, failed(signInFailure, refusal)] as const]),
    ),
    'without its cookie': [{}, failed(signInFailure, refusals.unavailable)],
    'of a page that requires a session': [required, failed(signInFailure, refusals.unavailable)],
    'without valid settings': [
      {},
      (context) => failed(signInFailure, refusals.settings)({ ...context, env: undefined } as never),
    ],
    'in a pop-up': [{ settings: { POPUP: 'Y' } }, failed(signInFailure, refusals.unavailable)],
    'with a sign-in name': [
      asked,
      (context) =>
        failed(signInFailure, refusals.unavailable)({ ...context, signInName: 'a sign-in' } as never),
    ],
    'of the page /': [{}, elsewhere('/')],
    'of a page with a short name': [{}, elsewhere('/orders/2026.html')],
    'of a page whose name is encoded': [{}, elsewhere('/%EC%A3%BC%EB%AC%B8')],
    'of a page whose name has 60 characters': [{}, elsewhere(`/${'a'.repeat(59)}`)],
    'of a page whose name has 61 characters': [{}, elsewhere(`/${'a'.repeat(60)}`)],
    'that was elsewhere, and is over': [{}, elsewhere('/orders', now)],
  };
  await expect(await render(states)).toMatchFileSnapshot('failed-sign-ins.txt');
});

/** Reasons of the service that need no page, unless the application's page requires a session. */
const knownReasons = ['cancelled', 'unanswered', 'unregistered', 'underage', 'expired'];
const unapproved = (reason: string) => `/auth/callback?state=${state}&plid_reason=${reason}`;

test('the pages of a sign-in that was not approved, by the reason of the service', async () => {
  const states: Record<string, State> = {};
  for (const required of [false, true]) {
    const headers = await flowCookie(required);
    for (const reason of [...(required ? knownReasons : []), 'denied', 'wrong_number', 'another']) {
      const name = `${reason}, of a page that ${required ? 'requires' : "doesn't require"} a session`;
      states[name] = [{ path: unapproved(reason), headers }, failed(signInFailure, refusals.access_denied)];
    }
  }
  await expect(await render(states)).toMatchFileSnapshot('unapproved-sign-ins.txt');
});

test.each(knownReasons)(
  'a sign-in that ended as %s returns to its page, in the chosen language',
  async (reason) => {
    const path = `${unapproved(reason)}&ui_locales=ko`;
    const context = contextIn('en', { path, headers: await flowCookie(false) });
    const answer = await failed(signInFailure, refusals.access_denied)(context);
    expect([answer?.status, answer?.headers.get('Location')]).toEqual([303, '/cart?a=1&b=2']);
    expect(answer?.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-plid-language=ko; /)]);
  },
);

test('the pages of a sign-out or disconnection that failed, and of the guard', async () => {
  const form = { method: 'POST', path: '/auth/logout?x=1' };
  const order = { method: 'POST', path: '/orders', headers: { Referer: `${origins.gateway}/cart?a=1` } };
  const elsewhere = { headers: { Referer: 'https://www.example.com/cart' } };
  const guarded =
    (refusal: Refusal): Page =>
    (context) =>
      guardRefusalPage(new ProtocolError(refusal), context);
  const states: Record<string, State> = {};
  const failures = { disconnection: disconnectFailure, 'sign-out': logoutFailure };
  for (const [name, answer] of Object.entries(failures))
    for (const refusal of [
      ...[refusals.not_found, refusals.method_not_allowed, refusals.invalid_item, refusals.unavailable],
      ...[gatewayRefusals.no_session, gatewayRefusals.other_host, gatewayRefusals.upstream_timeout],
    ])
      states[`${name}: ${refusal.reason}`] = [form, failed(answer, refusal)];
  Object.assign(states, {
    'sign-out: a form of another host': [
      { ...form, ...elsewhere, origin: 'https://www.example.com' },
      failed(logoutFailure, gatewayRefusals.other_host),
    ],
    'sign-out: over http': [
      { path: '/auth/logout', origin: 'http://shop.example.com' },
      failed(logoutFailure, refusals.insecure_transport),
    ],
    'guard: a form without a session': [order, guarded(gatewayRefusals.no_session)],
    'guard: a form of another site': [order, guarded(gatewayRefusals.cross_origin)],
    'guard: a form during an outage': [order, guarded(refusals.unavailable)],
    'guard: a page during an outage': [{ path: '/orders?a=1' }, guarded(refusals.unavailable)],
    'guard: a page with two slashes during an outage': [{ path: '//evil' }, guarded(refusals.unavailable)],
  } satisfies Record<string, State>);
  await expect(await render(states)).toMatchFileSnapshot('refused-requests.txt');
});

const linked = { session: 's', code_challenge: 'c', link: 'com.example:/in', expires: now + 1 };
const answer = '/auth/callback?code=a%20b&state=s&iss=i&error=e&message=m&error_description=d&plid_reason=r';
const toApp: Page = (context) => redirectToApp(linked, context);

test('an app’s sign-in is redirected to its link without a page for programs', async () => {
  const redirected = await toApp(contextIn('en', { path: answer, headers: { Accept: '*/*' } }));
  const address = answer.replace('/auth/callback', 'com.example:/in');
  expect([redirected?.status, redirected?.headers.get('Location')]).toEqual([302, address]);
});

test('the pages that continue in another place', async () => {
  const choice = { external: 'kakaotalk://web', here: '/auth/login?browser=current' };
  const login: Page = (context) => inAppBrowserPage(context as never, choice);
  const query = 'client_id=books&state=%26';
  const logout = { path: '/auth/oidc/logout?id_token_hint=a.b.c' };
  const states: Record<string, State> = {
    'an app’s sign-in': [{ path: `${answer}&plid_sign_in=n&other=o` }, toApp],
    'a login in the browser of an application': [{ path: '/auth/login' }, login],
    'a login in the browser of an application that has no link': [
      { path: '/auth/login', settings: { POPUP: 'Y' } },
      (context) => inAppBrowserPage(context as never, { ...choice, external: undefined }),
    ],
    'a sign-out to confirm': [logout, (context) => confirmPartyLogoutPage(context as never, query)],
    'a sign-out without a session': [logout, (context) => noPartySessionPage(context as never)],
    'a form for a relying party': [
      { path: '/auth/oidc/authorize?id_token_hint=a.b.c' },
      (context) => formPost(context as never, 'https://rp.example/in', [['code', '"><b>']]),
    ],
  };
  await expect(await render(states)).toMatchFileSnapshot('continuing-pages.txt');
});

/** Pages that remember a language, by what they are. */
const rememberingPages: Record<string, Page> = {
  'of a failure': failed(signInFailure, refusals.unavailable),
  'of a failed sign-out': failed(logoutFailure, refusals.unavailable),
  'of the guard': (context) => guardRefusalPage(new ProtocolError(refusals.unavailable), context),
  'of an app’s sign-in': toApp,
  'of a sign-out to confirm': (context) => confirmPartyLogoutPage(context as never, ''),
  'of a sign-out without a session': (context) => noPartySessionPage(context as never),
};

test.each(Object.entries(rememberingPages))(
  'a language that is chosen on a page is remembered only for links of the host: %s',
  async (_, render) => {
    for (const [site, cookies] of [
      ['same-origin', [expect.stringMatching(/^__Host-plid-language=ko; Max-Age=34560000; /)]],
      ['cross-site', []],
    ] as const) {
      const asked = { path: '/auth/login?ui_locales=ko', headers: { 'Sec-Fetch-Site': site } };
      const shown = await render(contextIn('en', asked));
      expect([site, shown?.headers.getSetCookie()]).toEqual([site, cookies]);
      expect(await shown?.text()).toContain('<html lang="ko">');
    }
  },
);
