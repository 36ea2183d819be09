import { expect, test } from 'vitest';
import { readRememberedLanguage, rememberLanguage } from '../../../workers/core/http/remembered-language.ts';

const url = new URL('https://login.example.com/');

test('a chosen language is remembered for 400 days', () => {
  const cookie = rememberLanguage(url, 'ko');
  expect(cookie).toMatch(/^__Host-plid-language=ko; /);
  expect(cookie).toMatch(/; Max-Age=34560000;/);
  const request = new Request(url, { headers: { Cookie: '__Host-plid-language=ko' } });
  expect(readRememberedLanguage(request)).toBe('ko');
});

test('an invalid or missing language cookie chooses no language', () => {
  expect(readRememberedLanguage(new Request(url))).toBeUndefined();
  const request = new Request(url, { headers: { Cookie: '__Host-plid-language=fr' } });
  expect(readRememberedLanguage(request)).toBeUndefined();
});
