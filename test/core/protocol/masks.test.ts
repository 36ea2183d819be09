import { expect, test } from 'vitest';
import { maskAfterFirstTwo, maskName, maskPhoneNumber } from '../../../workers/core/protocol/masks.ts';
import { readName } from '../../../workers/core/protocol/personal-name.ts';

test.each([
  ['김', '*'],
  ['김나', '김*'],
  ['김하나', '김*나'],
  ['남궁하나', '남**나'],
  ['김하나'.normalize('NFD'), '김*나'],
  ['SMITH JOHN', 'S**** J***'],
  ['A B', 'A B'],
  ['  SMITH   JOHN ', 'S**** J***'],
  ['ALEXANDROVICH KONSTANTIN', 'A************ K*****'],
  ['𠮷田太', '𠮷*太'],
  ['', ''],
])('the name %j is masked as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});

test('a number keeps its prefix and last four digits, and a date its first two', () => {
  expect(maskPhoneNumber('01012345678')).toBe('010-****-5678');
  expect([maskAfterFirstTwo('000101'), maskAfterFirstTwo('0101')]).toEqual(['00****', '01**']);
});

test.each([
  ['김하나'.normalize('NFD'), '김하나'],
  ['김\u200b하\u2800나\u00ad', '김하나'],
  ['ＳＭＩＴＨ　ＪＯＨＮ', 'SMITH　JOHN'],
  ['O’BRIEN', "O'BRIEN"],
  ['O‘BRIEN', "O'BRIEN"],
  ['Oʼ`´BRIEN', "O'''BRIEN"],
  ['  김하나\n', '김하나'],
])('the name %j is read as %j', (sent, name) => {
  expect(readName(sent)).toBe(name);
});
