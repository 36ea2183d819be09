import { expect, test } from 'vitest';
import { toward } from '../../../workers/core/protocol/korean-particle.ts';

test.each([
  ['무신사', '무신사로'],
  ['쿠팡', '쿠팡으로'],
  ['오늘의날', '오늘의날로'],
  ['쿠팡'.normalize('NFD'), `${'쿠팡'.normalize('NFD')}으로`],
  ['데모숍', '데모숍으로'],
  ['Demo Shop', 'Demo Shop 서비스로'],
  ['쇼핑!', '쇼핑! 서비스로'],
])('%j gets the particle of its last syllable', (name, expected) => {
  expect(toward(name, '서비스')).toBe(expected);
});

test('a number gets the particle of its last digit as it is read aloud', () => {
  const digits = [...'0123456789'].map((digit) => toward(`010-****-567${digit}`, '번호').slice(-2));
  expect(digits).toEqual(['으로', '1로', '2로', '으로', '4로', '5로', '으로', '7로', '8로', '9로']);
});
