import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type PlidError,
  PlidMismatch,
  PlidRefusal,
  PlidUnavailable,
} from '../../../packages/plid/client/index.ts';
import { logFailure } from '../../../packages/plid/web/developer-log.ts';
import { failedSignIn, failureTexts } from '../../../packages/plid/web/failed-sign-in.ts';
import { failureAnswer } from '../../../packages/plid/web/failure-page.ts';
import type { FailureType } from '../../../packages/plid/web/outcomes.ts';

const denied = (plidReason?: string) =>
  new PlidRefusal('sent_back', 'access_denied', 'The service redirected the user back.', { plidReason });
/** The user cancelled on the service's page. */
const quiet = denied('cancelled');
const requestId = '0123456789abcdef';

/** An error of each type, with the reason that the service gave, and the status of the page. */
const failures: [FailureType, PlidError, number][] = [
  ['cancelled', denied(), 400],
  ['cancelled', quiet, 400],
  ['cancelled', denied('a_later_reason'), 400],
  ['denied', denied('denied'), 400],
  ['denied', denied('wrong_number'), 400],
  ['expired', denied('unanswered'), 400],
  ['expired', denied('expired'), 400],
  ['no_app', denied('unregistered'), 400],
  ['under_age', denied('underage'), 400],
  ['not_connected', new PlidRefusal('account_mismatch', 'login_required', 'No phone.'), 400],
  ['refused', new PlidRefusal('refused', 'invalid_grant', 'The code.', { requestId }), 400],
  ['refused', new PlidRefusal('state_mismatch', 'invalid_state', 'The state.'), 400],
  ['unavailable', new PlidUnavailable('timeout', 'No response.', { requestId, retryAfter: 7 }), 503],
  ['misconfigured', new PlidMismatch('client_refused', 'The secret.', { requestId }), 500],
];
const returnTo = 'https://shop.example.com/a?b&c="d"';
const retry = 'https://shop.example.com/login?return_to=%2Fa';
const callback = 'https://shop.example.com/callback?ui_locales=ko';
const browserAt = (url: string) => new Request(url, { headers: { Accept: 'text/html' } });

test('each type of a failure occurs', () => {
  expect(new Set(failures.map(([type]) => type))).toEqual(new Set(Object.keys(failureTexts)));
});

describe('a failed sign-in', () => {
  const log: string[] = [];
  beforeEach(() => {
    log.length = 0;
    for (const level of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((line) => void log.push(`${level} ${line}`));
  });
  afterEach(() => void vi.restoreAllMocks());

  test.each(failures)('is %s for %o, with the status %i', (type, error, status) => {
    const failure = failedSignIn(error, returnTo, { data: { cart: 1 } });
    const text = failureTexts[type];
    expect(failure).toEqual({ type, error, status, text, returnTo, data: { cart: 1 } });
  });

  test.each(failures)('that is %s is logged only if the developer can do something: %o', (type, error) => {
    logFailure(failedSignIn(error, returnTo, {}));
    const id = error.requestId === undefined ? '' : ` X-Request-Id: ${error.requestId}`;
    const lines: Partial<Record<FailureType, string>> = {
      misconfigured: `error plid: ${error.message}${id}`,
      refused: `warn plid: a sign-in was refused. ${error.message}${id}`,
    };
    expect(log).toEqual(lines[type] === undefined ? [] : [lines[type]]);
  });

  test.each(failures)(
    'that is %s names the other browser only if it was refused there: %o',
    (type, error) => {
      const { text } = failedSignIn(error, returnTo, { isForeign: true });
      expect(text.en.includes('another browser')).toBe(type === 'refused');
      const own = { ko: '직접 쓴 문장', en: 'A text of the application.' };
      const changed = failedSignIn(error, returnTo, { isForeign: true, texts: { [type]: own } });
      expect(changed.text).toEqual(own);
    },
  );

  test.each(failures)(
    'that is %s has a page that is neither cached nor framed: %o',
    async (type, error, status) => {
      const failure = failedSignIn(error, returnTo, { required: true, retry });
      const page = failureAnswer(failure, browserAt(callback));
      const text = await page.text();
      const [, nonce] = /<style nonce="([\w-]{36})">/.exec(text) ?? [];
      expect([page.status, Object.fromEntries(page.headers)]).toEqual([
        status,
        {
          'cache-control': 'no-store',
          'content-language': 'ko',
          'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'`,
          'content-type': 'text/html; charset=utf-8',
          'referrer-policy': 'no-referrer',
          ...(type === 'unavailable' && { 'retry-after': '7' }),
        },
      ]);
      const [title = ''] = failure.text.ko.split('.');
      expect(text).toContain(`<title>${title}</title>`);
      expect(text.replace(/<[^>]+>\s*/g, ' ')).toContain(failure.text.ko.slice(title.length + 1).trim());
      expect(Buffer.byteLength(text)).toBeLessThan(2_560);
    },
  );

  /** The links of a page, and the code for the service's operator. */
  const partsOf = async (page: Response) => {
    const text = await page.text();
    return {
      links: [...text.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, href, label]) => [href, label]),
      code: /<code>([^<]*)<\/code>/.exec(text)?.[1],
    };
  };
  const back = 'https://shop.example.com/a?b&#38;c=&#34;d&#34;';
  const again = ['https://shop.example.com/login?return_to=%2Fa', '다시 로그인하기'];

  test.each(failures)('that is %s offers only steps that can work: %o', async (type, error) => {
    const isFinal = type === 'under_age' || type === 'not_connected';
    for (const [circumstances, links] of [
      [{ retry }, [...(isFinal ? [] : [again]), [back, '돌아가기']]],
      [{ retry, required: true }, [...(isFinal ? [] : [again]), ['https://shop.example.com/', '처음으로']]],
      [{ data: { plan: 'large' } }, [[back, '돌아가기']]],
    ] as const) {
      const answer = failureAnswer(failedSignIn(error, returnTo, circumstances), browserAt(callback));
      const isQuiet = error === quiet && !('required' in circumstances);
      if (isQuiet) expect([answer.status, answer.headers.get('Location')]).toEqual([303, returnTo]);
      else expect((await partsOf(answer)).links).toEqual(links);
    }
  });

  test.each([
    ['AbCdEfGhIjK', '06R9-T4FH'],
    // Of the request.
    ['', 'CY4T-QKFF'],
    ['<b>', 'CY4T-QKFF'],
    ['AbCdEfGhIjKL', 'CY4T-QKFF'],
  ])('with the sign-in %j has the support code %s', async (name, code) => {
    const error = new PlidRefusal('sent_back', 'access_denied', '', { plidReason: 'denied', requestId });
    const query = new URLSearchParams({ plid_sign_in: name });
    const answer = failureAnswer(failedSignIn(error, returnTo, {}), browserAt(`${callback}&${query}`));
    expect((await partsOf(answer)).code).toBe(code);
  });

  test.each([
    ['?ui_locales=en', 'ko', 'en'],
    ['?ui_locales=ko', 'en', 'ko'],
    ['?ui_locales=fr', 'ko', 'ko'],
    ['?ui_locales=%3Cb%3E', 'en-US,en;q=0.9,ko;q=0.8', 'en'],
    ['', 'fr', 'en'],
  ])(
    'at %s is in one language: the browser prefers %s, the page has %s',
    async (query, accepted, language) => {
      const headers = { Accept: 'text/html', 'Accept-Language': accepted };
      const request = new Request(`https://shop.example.com/callback${query}`, { headers });
      const page = await failureAnswer(failedSignIn(denied(), returnTo, {}), request).text();
      expect(page).toContain(`<html lang="${language}">`);
      expect(/\p{Script=Hangul}/u.test(page.slice(page.indexOf('<main')))).toBe(language === 'ko');
    },
  );

  test.each(failures)('that is %s is JSON for a program: %o', async (type, error, status) => {
    const request = new Request(returnTo, { headers: { Accept: 'application/json' } });
    const answer = failureAnswer(failedSignIn(error, returnTo, {}), request);
    const { en } = failureTexts[type];
    expect([answer.status, await answer.json()]).toEqual([status, { error: type, message: en }]);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  test.each([
    ['application/json', true],
    ['Application/JSON;q=0.9, */*', true],
    ['application/json, text/html', false],
    ['TEXT/HTML, application/json', false],
    ['application/jsonp', false],
    ['*/*', false],
  ])('is JSON for a program that accepts %s: %j', async (Accept, isJson) => {
    const answer = failureAnswer(
      failedSignIn(denied(), returnTo, {}),
      new Request(returnTo, { headers: { Accept } }),
    );
    expect(answer.headers.get('Content-Type') === 'application/json').toBe(isJson);
  });

  test('shows a text of the application without its markup, in the title and below', async () => {
    const texts = { cancelled: { ko: '<b>&"', en: '<i>' } };
    const page = failureAnswer(failedSignIn(denied(), returnTo, { texts }), browserAt(callback));
    const text = await page.text();
    expect(text.match(/&#60;b&#62;&#38;&#34;/g)).toHaveLength(2);
    expect(text).not.toMatch(/<[bi]>/);
  });
});
