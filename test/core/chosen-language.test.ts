import { describe, expect, test } from 'vitest';
import { choosePageLanguage } from '../../workers/core/http/chosen-language.ts';

const chosen = (headers: Record<string, string>, isAwaited = false) => {
  const url = new URL('https://login.example.com/oauth2/authorize?ui_locales=en');
  const request = new Request(url, { headers });
  const { language, cookies } = choosePageLanguage({ request, url, language: 'ko' }, isAwaited);
  return [language, cookies.length];
};

describe('a page that is asked for in another language shows it, and remembers it', () => {
  test.each([
    ['for a link of the page itself', { 'Sec-Fetch-Site': 'same-origin' }, 1],
    ['for an address that was typed', { 'Sec-Fetch-Site': 'none' }, 1],
    ['not for a link of another site', { 'Sec-Fetch-Site': 'cross-site' }, 0],
    ['not for a neighbouring host', { 'Sec-Fetch-Site': 'same-site' }, 0],
    ['not where the browser does not say', {}, 0],
  ])('%s', (_, headers: Record<string, string>, cookies) => {
    expect(chosen(headers)).toEqual(['en', cookies]);
  });

  test('for another site’s link that this browser has waited for', () => {
    expect(chosen({ 'Sec-Fetch-Site': 'cross-site' }, true)).toEqual(['en', 1]);
  });
});
