import { expect, test } from 'vitest';
import { negotiateLanguage } from '../../../workers/core/http/language.ts';

test.each([
  [null, 'en'],
  ['', 'en'],
  ['ko', 'ko'],
  ['KO-kr', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko'],
  ['en;q=0.5, ko;q=0.6', 'ko'],
  ['ko;q=0.6, en;q=0.6', 'ko'],
  ['fr, de;q=0.9', 'en'],
  ['fr, ko;q=0.001', 'ko'],
  ['ko;q=0', 'en'],
  ['ko;q=0, en;q=0', 'en'],
  ['*', 'en'],
  ['kok', 'en'],
  [' ko ; q=0.7 , en ; q=0.6 ', 'ko'],
  [';;;,,,=', 'en'],
  ['ko;q=nonsense', 'ko'],
  ['ko, en;q=1.5', 'ko'],
])('Accept-Language %j selects %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language);
});
