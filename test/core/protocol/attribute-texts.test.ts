import { describe, expect, test } from 'vitest';
import {
  attributeTextsVersion,
  formatAttribute,
  textsAt,
  userAttributeTexts,
} from '../../../workers/core/protocol/attribute-texts.ts';
import {
  type Attribute,
  attributes,
  maskIdentity,
  sampleIdentity,
} from '../../../workers/core/protocol/user-record.ts';

/** How a page shows masked values of each attribute: in English, and in Korean. */
const formatted: Record<Attribute, [masked: string, en: string, ko: string][]> = {
  ci: [['x', 'x', 'x']],
  phoneNo: [['010-****-5678', '010-****-5678', '010-****-5678']],
  name: [['김*나', '김*나', '김*나']],
  gender: [
    ['F', 'female', '여성'],
    ['M', 'male', '남성'],
    ['X', 'X', 'X'],
  ],
  agegroup: [
    ['0', 'under 10', '10세 미만'],
    ['20', '20s', '20대'],
    ['100', '100s', '100대'],
  ],
  birthday: [
    ['01**', 'January **', '01월 **일'],
    ['12**', 'December **', '12월 **일'],
  ],
  birthdate: [['90****', '90-**-**', '90년 **월 **일']],
  foreign: [
    ['L', 'Korean', '내국인'],
    ['F', 'foreign', '외국인'],
  ],
  telcoCd: [
    ['S', 'SKT', 'SKT'],
    ['K', 'KT', 'KT'],
    ['L', 'LG U+', 'LG U+'],
  ],
};

describe.each(attributes)('%s', (attribute) => {
  test.each(formatted[attribute])('%j is shown as %j, and in Korean as %j', (masked, en, ko) => {
    expect(formatAttribute('en', attribute, masked)).toBe(en);
    expect(formatAttribute('ko', attribute, masked)).toBe(ko);
  });

  test('has a name and a line about it in each language', () => {
    const [ko, en] = (['ko', 'en'] as const).map((language) => userAttributeTexts(language, attribute));
    for (const words of [ko?.name, ko?.about]) expect(words).toMatch(/\p{Script=Hangul}/u);
    for (const words of [en?.name, en?.about]) expect(words).not.toMatch(/\p{Script=Hangul}|^$/u);
  });
});

test('a masked identity shows a part of what names the user, and never the CI', () => {
  expect(maskIdentity(sampleIdentity())).toEqual({
    phoneNo: '010-****-5678',
    name: '김*나',
    gender: 'F',
    agegroup: '20',
    birthday: '01**',
    birthdate: '00****',
    foreign: 'L',
    telcoCd: 'S',
  });
  expect(maskIdentity({ name: '', gender: 'M' })).toEqual({ gender: 'M' });
});

test('an account shows the texts that its user agreed to, until a later version introduced others', () => {
  const versions = [1, 3, 4].map((since) => ({ since, en: `en ${since}`, ko: `ko ${since}` }));
  expect([1, 2, 3, 4, 9].map((version) => textsAt(versions, version).since)).toEqual([1, 1, 3, 4, 4]);
  expect(textsAt(versions, 0).since).toBe(1);
  expect(attributeTextsVersion).toBe(1);
  expect(() => textsAt([], 1)).toThrow('There are no words');
});
