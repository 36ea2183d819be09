import { expect, test } from 'vitest';
import { ProtocolError, type Refusal } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import * as serviceRefusals from '../../../workers/service/protocol/service-refusals.ts';
import { describeError } from '../../../workers/service/sign-in/flow/describe-error.ts';
import {
  MissingCookieError,
  missingCookieError,
} from '../../../workers/service/sign-in/flow/missing-cookie.ts';
import {
  SignInError,
  signInEndedError,
  UnopenedSignInError,
} from '../../../workers/service/sign-in/flow/sign-in-errors.ts';
import type { SignInEnding } from '../../../workers/service/sign-in/flow/sign-in-status.ts';
import { formWithError } from '../../../workers/service/sign-in/form/form-with-error.tsx';
import { parsed } from '../../support/assertions/page-outline.ts';
import { now, pageView, shop } from '../support/page-views.ts';

const all: Record<string, Refusal> = { ...refusals, ...serviceRefusals };
const origin = 'https://login.example.com';

/** What the page of an error shows, for a request with a query. */
function described(error: ProtocolError, method: 'GET' | 'POST', address = '/oauth2/authorize/wait?flow=1') {
  const url = new URL(address, origin);
  const { kind, retry, application, page, context } = describeError(error, {
    request: new Request(url, { method }),
    url,
  });
  const parts = [
    kind,
    ...(retry === undefined ? [] : [`retry ${retry}`]),
    ...(application === undefined ? [] : [`${application.name} ${application.href}`]),
    `page ${page.pathname}${page.search}`,
    ...(context === undefined ? [] : ['in the sign-in']),
  ];
  return parts.join(', ');
}

test('every refusal has its kind of page and its retry, in a sign-in and without one', async () => {
  const view = { ...pageView('en'), signIn: { ...pageView('en').signIn, id: '2-id' } };
  const names = new Map<string, string[]>();
  for (const [name, refusal] of Object.entries(all)) {
    const error = new ProtocolError(refusal, { item: 'name' });
    const pages = [
      `in a sign-in, GET: ${described(new SignInError(error, view), 'GET')}`,
      `in a sign-in, POST: ${described(new SignInError(error, view), 'POST')}`,
      `unopened, POST: ${described(new UnopenedSignInError(error, 'a b'), 'POST')}`,
      `GET: ${described(error, 'GET')}`,
      `POST: ${described(error, 'POST')}`,
    ].join('\n');
    names.set(pages, [...(names.get(pages) ?? []), name]);
  }
  const table = [...names].map(([pages, alike]) => `# ${alike.join(' ')}\n\n${pages}\n`);
  await expect(table.join('\n')).toMatchFileSnapshot('error-descriptions/refusals.txt');
});

test('a sign-in that has ended, and one that this browser lacks, have their pages', async () => {
  const endings: SignInEnding[] = ['expired', 'cancelled', 'finished', 'left', 'underage'];
  const view = pageView('en');
  const withAge = (minimum_age: number) => ({ ...view, application: { ...shop, minimum_age } });
  const missing = (application: typeof shop | undefined, isWithoutCookies = false) =>
    new MissingCookieError(refusals.invalid_item, application, isWithoutCookies);
  const onlyApp = { ...shop, redirect_uris: ['com.example.shop:/callback'] };
  const table = {
    ...Object.fromEntries(
      endings.map((ending) => [ending, described(signInEndedError(view, ending), 'GET')]),
    ),
    'underage at 15': described(signInEndedError(withAge(15), 'underage'), 'GET'),
    'underage at 14': described(signInEndedError(withAge(14), 'underage'), 'GET'),
    missing: described(missing(shop), 'GET'),
    'missing, at an application without a page': described(missing(onlyApp), 'GET'),
    'missing, at no application': described(missing(undefined), 'GET'),
    'missing cookies': described(missing(shop, true), 'POST'),
    'missing, with the way back of an app': described(
      missing(shop),
      'GET',
      '/oauth2/authorize/wait?flow=1&returned=x',
    ),
    'missing cookies, with the way back of an app': described(missing(shop, true), 'GET', '/a?returned=x'),
    'an expired request': described(
      new MissingCookieError(serviceRefusals.request_expired, shop),
      'GET',
      '/oauth2/authorize?a=1',
    ),
  };
  const lines = Object.entries(table).map(([name, page]) => `${name}: ${page}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('error-descriptions/endings.txt');
});

test('every refusal is explained above the form in words of the page, and says from when on to retry', async () => {
  const form = { typed: {}, faults: {}, remember: false, recalled: false };
  const explained: string[] = [];
  for (const [name, refusal] of Object.entries(all)) {
    const error = new ProtocolError(refusal, { item: 'name', value: 'x', headers: { 'Retry-After': '90' } });
    const page = formWithError(pageView('en'), form, error);
    const notice = parsed(await page.text()).querySelector('.notice');
    explained.push(`${page.status} ${name}: ${notice?.text.replaceAll(/\s+/g, ' ')}`);
  }
  await expect(`${explained.join('\n')}\n`).toMatchFileSnapshot('error-descriptions/above-the-form.txt');
});

test('a form without cookies shows that the browser blocks them, until its sign-in would have ended', async () => {
  const blocked = async (method: string, at: number, headers = {}) => {
    const context = pageView('en');
    const request = new Request(context.url, { method, headers });
    return (await missingCookieError({ ...context, request, now: at }, `${now + 600}-x`)).isWithoutCookies;
  };
  expect(await blocked('POST', now + 599)).toBe(true);
  expect(await blocked('POST', now + 600)).toBe(false);
  expect(await blocked('GET', now)).toBe(false);
  expect(await blocked('POST', now, { Cookie: '__Host-plid-form=x' })).toBe(false);
});
