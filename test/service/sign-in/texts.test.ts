import { expect, test } from 'vitest';
import { type Language, languages } from '../../../workers/core/http/language.ts';
import { fill } from '../../../workers/core/protocol/texts.ts';
import { startTexts } from '../../../workers/service/features/app-start/start-texts.ts';
import { reviewTexts } from '../../../workers/service/features/reviewers/review-texts.ts';
import { formatRetryTime, signInTexts } from '../../../workers/service/sign-in/texts/index.ts';

type Catalogue = { [key: string]: string | Catalogue };

const texts = (catalogue: Catalogue, path = ''): [string, string][] =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : texts(value, `${path}${key}.`),
  );

const inLanguage = (language: Language) =>
  new Map(
    texts({ signIn: signInTexts[language], start: startTexts[language], review: reviewTexts[language] }),
  );
const [ko, en] = [inLanguage('ko'), inLanguage('en')];
/** A Korean text may take a value with its particle. */
const withParticle: Record<string, string> = { '{toApplication}': '{application}', '{toNumber}': '{digits}' };
const placeholders = (text = '') =>
  [...new Set(text.match(/\{\w+\}/g)?.map((name) => withParticle[name] ?? name))].sort();

test('both languages have the same text keys', () => {
  expect([...ko.keys()].sort()).toEqual([...en.keys()].sort());
});

test('no text is empty or the same in both languages', () => {
  for (const [key, text] of ko) {
    expect(text.trim(), key).not.toBe('');
    expect(text, key).not.toBe(en.get(key));
  }
});

test('both languages use the same placeholders', () => {
  for (const [key, text] of ko) {
    const [left, right] = [placeholders(text), placeholders(en.get(key))];
    expect(left, key).toEqual(right);
  }
});

test('Korean texts are in Korean', () => {
  for (const [key, text] of ko) {
    expect(text, key).toMatch(/[가-힣]/);
  }
});

test('placeholder values are filled in as text', () => {
  expect(fill('{application} and {application}, {missing}', { application: '$& {x}' })).toBe(
    '$& {x} and $& {x}, ',
  );
});

test.each([
  ['en', 1, '1 second'],
  ['en', 59, '59 seconds'],
  ['en', 60, '1 minute'],
  ['en', 61, '2 minutes'],
  ['ko', 3, '3초'],
  ['ko', 600, '10분'],
] as const)('%s: %i seconds are written as %s', (language, seconds, said) => {
  expect(formatRetryTime(language, seconds)).toBe(said);
});

test('every language has texts', () => {
  expect(Object.keys(signInTexts).sort()).toEqual([...languages].sort());
});
