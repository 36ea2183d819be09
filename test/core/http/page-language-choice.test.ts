import { describe, expect, test } from 'vitest';
import { choosePageLanguage, pathInLanguage } from '../../../workers/core/http/page-language-choice.ts';

const choose = (query: string, headers: Record<string, string>, isAwaited = false) => {
  const url = new URL(`https://login.example.com/oauth2/authorize${query}`);
  const request = new Request(url, { headers });
  return choosePageLanguage({ request, url, language: 'ko' }, isAwaited);
};
const chosen = (headers: Record<string, string>, isAwaited?: boolean) => {
  const { language, cookies } = choose('?ui_locales=en', headers, isAwaited);
  return [language, cookies.length];
};

describe('a page requested in another language uses and remembers it', () => {
  test.each([
    ['for a link of the page itself', { 'Sec-Fetch-Site': 'same-origin' }, 1],
    ['for an address that was typed', { 'Sec-Fetch-Site': 'none' }, 1],
    ['not for a link of another site', { 'Sec-Fetch-Site': 'cross-site' }, 0],
    ['not for a neighbouring host', { 'Sec-Fetch-Site': 'same-site' }, 0],
    ['not where the browser does not say', {}, 0],
  ])('%s', (_, headers: Record<string, string>, cookies) => {
    expect(chosen(headers)).toEqual(['en', cookies]);
  });

  test('for an app link of another site that this browser waits for', () => {
    expect(chosen({ 'Sec-Fetch-Site': 'cross-site' }, true)).toEqual(['en', 1]);
  });
});

describe('the language of a page', () => {
  const page = (query: string, cookie = '') =>
    choose(query, { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie });
  const [remembered = ''] = page('?ui_locales=en').cookies[0]?.split(';') ?? [];

  test.each([
    ["is the browser's if none was chosen", '', '', 'ko'],
    ['is the one that was chosen before', '', remembered, 'en'],
    ['is not one that there is not', '?ui_locales=fr', remembered, 'en'],
    ['is no longer the one that was chosen before', '?ui_locales=ko', remembered, 'ko'],
  ])('%s', (_, query, cookie, language) => expect(page(query, cookie).language).toBe(language));

  test('is stored only if it changes', () => {
    expect(page('?ui_locales=ko').cookies).toEqual([]);
    expect(page('?ui_locales=en', remembered).cookies).toEqual([]);
    expect(page('?ui_locales=ko', remembered).cookies).toHaveLength(1);
  });
});

test.each([
  ['/account', '/account?ui_locales=en'],
  ['/account?notice=left&ui_locales=ko', '/account?notice=left&ui_locales=en'],
  ['//evil.example/a//b', '/evil.example/a//b?ui_locales=en'],
])('the URL of %s in another language is %s, at the same host', (path, other) => {
  expect(pathInLanguage(new URL(`https://login.example.com${path}`), 'en')).toBe(other);
});
