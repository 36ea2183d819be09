import { expect, test } from 'vitest';
import { type Consent, covers, type RequestedConsent } from '../../../workers/service/registry/consents.ts';

/** Agreed to the name, and refused the gender, of an application that had stated these terms in Korean. */
const consent: Consent = {
  client_id: 'a',
  attributes: ['name'],
  agreed: 1,
  agreement: { refused: ['gender'], terms: 'in Korean', version: 1, language: 'ko', words: 1 },
};
const terms = { ko: 'in Korean', en: 'in English' };

test.each<[string, boolean, RequestedConsent, Consent | undefined]>([
  ['there is no consent', false, { asked: [] }, undefined],
  ['it asks for what was agreed to', true, { asked: ['name'] }, consent],
  ['it no longer asks for anything', true, { asked: [] }, consent],
  ['it asks for more', false, { asked: ['name', 'birthdate'] }, consent],
  ['a declined attribute is optional', true, { asked: ['name', 'gender'], optional: ['gender'] }, consent],
  ['a declined attribute becomes required', false, { asked: ['name', 'gender'], optional: [] }, consent],
  ['it asks for more, which is optional', false, { asked: ['birthdate'], optional: ['birthdate'] }, consent],
  ['its terms were read in one language', true, { asked: ['name'], terms }, consent],
  ['its terms are others in both', false, { asked: ['name'], terms: { ko: 'x', en: 'y' } }, consent],
])('if %s, a consent covers an application: %s', (_, expected, asked, given) => {
  expect(covers(given, asked)).toBe(expected);
});
