import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import korea from '../../workers/core/protocol/korea.json' with { type: 'json' };
import { readPhoneNumber } from '../../workers/core/protocol/phone-number.ts';
import { root } from '../support/world/test-workers.ts';

test.each([
  '01012345678',
  '010-1234-5678',
  '010 1234 5678',
  '010.1234.5678',
  '(010) 1234-5678',
  '10-1234-5678',
  '+82 10 1234 5678',
  '+82-010-1234-5678',
  '+82 (0)10-1234-5678',
  '8210 1234 5678',
  '００７００ 82 10 1234 5678',
  '０１０－１２３４－５６７８',
  ' 010–1234—5678\u00a0',
])('%s is one number', (typed) => {
  expect(readPhoneNumber(typed)).toBe('01012345678');
});

test.each(Array.from({ length: 7 }, (_, index) => `0100000000${index + 1}`))(
  '%s of the sandbox is one',
  (phoneNo) => {
    expect(readPhoneNumber(phoneNo)).toBe(phoneNo);
  },
);

test.each([
  '',
  '010',
  '010-1234-567',
  '010-1234-56789',
  '011-123-4567',
  '02-123-4567',
  '031-123-4567',
  '1588-1234',
  '070-1234-5678',
  '+1 415 555 2671',
  '+81 90 1234 5678',
  '010-1234-5678 ext. 9',
  '010-1234-5678;ext=9',
  'tel:01012345678',
  'call 010-1234-5678',
  '010-1234-5678, 010-1234-5679',
  `010-1234-5678${' '.repeat(40)}.`,
])('%j is none', (typed) => {
  expect(readPhoneNumber(typed)).toBeUndefined();
});

test('our part of the library’s metadata is the library’s: copy countries.KR from there when this fails', () => {
  const file = path.join(root, 'node_modules/libphonenumber-js/metadata.mobile.json');
  const metadata = JSON.parse(readFileSync(file, 'utf8'));
  expect(korea).toEqual(metadata.countries.KR);
  expect(metadata.version).toBe(4);
});
