import { expect, test } from 'vitest';
import type { Language } from '../../../../workers/core/http/language.ts';
import { ProtocolError } from '../../../../workers/core/protocol/errors.ts';
import { Parameters } from '../../../../workers/core/protocol/parameters.ts';
import * as refusals from '../../../../workers/core/protocol/refusals.ts';
import { endingStyle } from '../../../../workers/pages/ending-style.ts';
import { style } from '../../../../workers/pages/style.ts';
import {
  confirmLogoutPage,
  logoutFailure,
  noAutomaticLoginPage,
  repostPage,
} from '../../../../workers/service/features/openid/logout-pages.tsx';
import type { OpenIdContext } from '../../../../workers/service/features/openid/openid-settings.ts';
import { describeStates, type RenderPage } from '../../../support/assertions/page-states.ts';
import { operator } from '../../support/page-views.ts';

const address = 'https://login.example.com/oauth2/openid/logout?client_id=1&id_token_hint=secret';

/** The context of a request in a language: of the browser, or of the address. */
function contextIn(language: Language, headers: Record<string, string> = {}, query = ''): OpenIdContext {
  const url = new URL(address + query);
  const request = new Request(url, { headers: { Accept: 'text/html', ...headers } });
  const context: Partial<OpenIdContext> = {
    request,
    url,
    language,
    requestId: 'request-1',
    env: operator as unknown as OpenIdContext['env'],
  };
  return context as OpenIdContext;
}

const failure =
  (refusal: typeof refusals.unavailable, secure = true): RenderPage =>
  (language) => {
    const context = contextIn(language);
    const url = new URL(secure ? address : address.replace('https', 'http'));
    const shown = logoutFailure(new ProtocolError(refusal), { ...context, url });
    if (!(shown instanceof Response)) throw new Error('no page');
    return shown;
  };

const states: Record<string, RenderPage> = {
  "the question about one application's automatic login": (language) =>
    confirmLogoutPage(contextIn(language), 'client_id=1&state=%26', {
      name: 'Shop "<&>',
      client_id: 'shop0000000000000000',
      redirect_uris: ['https://shop.example.com/auth/callback'],
    }),
  'the question about all automatic logins': (language) =>
    confirmLogoutPage(contextIn(language), 'state=1', undefined),
  'no automatic login': (language) => noAutomaticLoginPage(contextIn(language)),
  'no automatic login, in the language of the page’s own link': (language) =>
    noAutomaticLoginPage(
      contextIn(
        language === 'ko' ? 'en' : 'ko',
        { 'Sec-Fetch-Site': 'same-origin' },
        `&ui_locales=${language}`,
      ),
    ),
  'no automatic login, in the language of another site’s link': (language) =>
    noAutomaticLoginPage(
      contextIn(
        language === 'ko' ? 'en' : 'ko',
        { 'Sec-Fetch-Site': 'cross-site' },
        `&ui_locales=${language}`,
      ),
    ),
  "another site's form": (language) =>
    repostPage(contextIn(language), new Parameters('id_token_hint=a.b.c&state=%22%3E&submit=1')),
  'an invalid request': failure(refusals.invalid_item),
  'an outage': failure(refusals.unavailable),
  'a request over http': failure(refusals.insecure_transport, false),
};

test('the pages of a sign-out have these elements, links, and forms', async () => {
  await expect(await describeStates(states, { style, endingStyle })).toMatchFileSnapshot('logout-states.txt');
});
